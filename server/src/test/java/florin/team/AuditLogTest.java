package florin.team;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.core.Hmac;
import florin.core.Id.RequestId;
import florin.core.Mode;
import florin.db.Db;
import florin.db.TestPostgres;
import florin.team.AuditEntry.AuditOutcome;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuditLogTest {
  private final Db db = new Db(TestPostgres.freshDatabase());
  private final AuditLog log = new AuditLog(db, new Hmac(new byte[] {1}));

  @BeforeEach
  void open() {
    db.update(
        "INSERT INTO account (id, name, created_at) VALUES (?, 'Shop', now())", UUID.randomUUID());
    IntStream.range(0, 5).forEach(i -> log.append(entry("payment.refund", "pay_" + i)));
  }

  @AfterEach
  void close() {
    db.close();
  }

  @Test
  void entries_are_numbered_without_a_gap_and_read_as_they_were_written() {
    assertThat(log.list(1, AuditLog.AuditFilter.NONE, Long.MAX_VALUE, 10))
        .extracting(AuditEntry::number)
        .containsExactly(5L, 4L, 3L, 2L, 1L);
    assertThat(log.list(1, AuditLog.AuditFilter.NONE, 3, 1))
        .singleElement()
        .satisfies(
            entry -> assertThat(entry.numbered(0)).isEqualTo(entry("payment.refund", "pay_1")));
    assertThat(log.verify(1)).isEmpty();
  }

  @Test
  void what_is_appended_at_once_makes_one_chain() {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var all =
          IntStream.range(0, 20)
              .mapToObj(
                  i -> CompletableFuture.runAsync(() -> log.append(entry("a.b", "" + i)), threads))
              .toArray(CompletableFuture[]::new);
      CompletableFuture.allOf(all).join();
    }
    assertThat(log.list(1, AuditLog.AuditFilter.NONE, Long.MAX_VALUE, 100))
        .extracting(AuditEntry::number)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, 25).mapToObj(i -> 26 - i).toList());
    assertThat(log.verify(1)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE audit_entry SET detail = 'nothing' WHERE number = 3",
        "DELETE FROM audit_entry WHERE number = 3",
        "TRUNCATE audit_entry"
      })
  void the_database_itself_refuses_to_change_it(String sql) {
    assertThatThrownBy(() -> db.update(sql))
        .hasMessageContaining("the audit log is only appended to");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE audit_entry SET detail = 'nothing' WHERE number = 3",
        "UPDATE audit_entry SET at = at + interval '1 microsecond' WHERE number = 3",
        "UPDATE audit_entry SET action = action || object, object = '' WHERE number = 3",
        "DELETE FROM audit_entry WHERE number = 3",
        "UPDATE audit_entry SET number = number + 10 WHERE number = 3"
      })
  void whoever_can_change_it_all_the_same_is_found_out(String sql) {
    db.update("ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_stays");
    db.update(sql);

    assertThat(log.verify(1))
        .isPresent()
        .get()
        .extracting(AuditLog.ChainFault::number)
        .isEqualTo(3L);
  }

  @Test
  void an_end_that_was_cut_off_is_missed() {
    db.update("ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_stays");
    db.update("DELETE FROM audit_entry WHERE number > 3");

    assertThat(log.verify(1))
        .isPresent()
        .get()
        .extracting(AuditLog.ChainFault::number)
        .isEqualTo(4L);
  }

  private static AuditEntry entry(String action, String object) {
    return new AuditEntry(
        1,
        0,
        Instant.parse("2026-11-21T12:00:00.123456Z"),
        Optional.empty(),
        "ada@example.com",
        action,
        object,
        "$10.00",
        AuditOutcome.DONE,
        Mode.TEST,
        "192.0.2.1",
        new RequestId(new UUID(1, 2)));
  }
}
