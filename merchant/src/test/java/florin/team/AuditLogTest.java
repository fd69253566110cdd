package florin.team;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.core.Hmac;
import florin.core.Id.RequestId;
import florin.core.Mode;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.PostgresAddress;
import florin.db.TestPostgres;
import florin.team.AuditEntry.AuditOutcome;
import java.time.Instant;
import java.util.List;
import java.util.Map;
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
  private final PostgresAddress database = TestPostgres.freshDatabase();
  private final Db db = new Db(database);
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
  void an_action_is_listed_once_with_its_outcome_or_as_requested_without_one() {
    log.append(entry("key.roll", "key_1", AuditOutcome.REQUESTED, 7));
    log.append(entry("key.create", "key_2", AuditOutcome.REQUESTED, 8));
    log.append(entry("key.create", "key_3", AuditOutcome.DONE, 9));
    log.append(entry("key.roll", "key_1", AuditOutcome.REFUSED, 7));

    assertThat(log.listActs(1, AuditLog.AuditFilter.NONE, Long.MAX_VALUE, 3))
        .extracting(AuditEntry::number)
        .containsExactly(9L, 8L, 7L);
    assertThat(log.listActsAfter(1, AuditLog.AuditFilter.NONE, 4, 9))
        .extracting(AuditEntry::number)
        .containsExactly(9L, 8L, 7L, 5L);
    assertThat(log.list(1, AuditLog.AuditFilter.NONE, Long.MAX_VALUE, 9)).hasSize(9);
  }

  @Test
  void an_action_is_listed_once_however_many_others_come_before_its_outcome() {
    log.append(entry("key.roll", "key_1", AuditOutcome.REQUESTED, 7));
    IntStream.range(0, 600).forEach(i -> log.append(entry("payment.refund", "pay_" + i)));
    log.append(entry("key.roll", "key_1", AuditOutcome.DONE, 7));

    assertThat(
            log.listActs(
                1,
                new AuditLog.AuditFilter(
                    Optional.empty(),
                    Optional.of("key.roll"),
                    Optional.empty(),
                    AuditLog.AuditFilter.NONE.created()),
                Long.MAX_VALUE,
                3))
        .extracting(AuditEntry::outcome)
        .containsExactly(AuditOutcome.DONE);
  }

  @Test
  void concurrent_entries_form_one_chain() {
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
  void the_database_rejects_changes_of_it(String sql) {
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
  void a_change_by_a_superuser_is_detected(String sql) {
    db.update("ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_stays");
    db.update(sql);

    assertThat(log.verify(1))
        .isPresent()
        .get()
        .extracting(AuditLog.ChainFault::number)
        .isEqualTo(3L);
  }

  @Test
  void removed_last_entries_are_detected() {
    db.update("ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_stays");
    db.update("DELETE FROM audit_entry WHERE number > 3");

    assertThat(log.verify(1))
        .isPresent()
        .get()
        .extracting(AuditLog.ChainFault::number)
        .isEqualTo(4L);
  }

  @Test
  void a_removed_head_is_detected() {
    db.update("DELETE FROM audit_head");

    assertThat(log.verify(1))
        .get()
        .satisfies(fault -> {
          assertThat(fault.number()).isEqualTo(5L);
          assertThat(fault.what()).contains("audit_head is missing");
        });
  }

  /** The MAC must cover every new column, or this test must state why it does not. */
  @Test
  void a_change_of_any_column_breaks_the_chain() {
    Map<String, String> forgeries =
        Map.ofEntries(
            Map.entry("account_number", "2"),
            Map.entry("number", "10"),
            Map.entry("at", "at + interval '1 microsecond'"),
            Map.entry("user_id", "gen_random_uuid()"),
            Map.entry("actor", "'eve@example.com'"),
            Map.entry("action", "'payment.cancel'"),
            Map.entry("object", "'pay_9'"),
            Map.entry("detail", "'$99.00'"),
            Map.entry("outcome", "'refused'"),
            Map.entry("mode", "'live'"),
            Map.entry("address", "'192.0.2.9'"),
            Map.entry("request_id", "gen_random_uuid()"),
            Map.entry("mac", "sha256('forged')"));
    assertThat(forgeries)
        .containsOnlyKeys(
            db.list(
                "SELECT column_name FROM information_schema.columns WHERE table_name = 'audit_entry'",
                row -> row.getString("column_name")));
    db.update("ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_stays");
    db.update("CREATE TABLE written AS SELECT * FROM audit_entry");
    assertThat(log.verify(1)).isEmpty();

    forgeries.forEach((column, value) -> {
      db.update("UPDATE audit_entry SET " + column + " = " + value + " WHERE number = 3");
      assertThat(log.verify(1).map(AuditLog.ChainFault::number)).as(column).contains(3L);
      db.update("TRUNCATE audit_entry");
      db.update("INSERT INTO audit_entry SELECT * FROM written");
    });

    assertThat(log.verify(1)).isEmpty();
  }

  @Test
  void of_two_changesets_for_the_same_end_of_the_chain_one_is_committed() {
    try (var commits =
        new GroupCommit("test", database::connect, 1, GroupCommit.DEFAULT_PATIENCE)) {
      var first = new Changeset(List.of(log.appending(entry("a.b", "first"))));
      var second = new Changeset(List.of(log.appending(entry("a.b", "second"))));

      assertThat(commits.commit(first)).isInstanceOf(CommitResult.Committed.class);
      assertThat(commits.commit(second)).isInstanceOf(CommitResult.Refused.class);
    }
    assertThat(log.list(1, AuditLog.AuditFilter.NONE, Long.MAX_VALUE, 1))
        .singleElement()
        .satisfies(entry -> assertThat(entry.object()).isEqualTo("first"));
    assertThat(log.verify(1)).isEmpty();
  }

  private static AuditEntry entry(String action, String object) {
    return entry(action, object, AuditOutcome.DONE, 2);
  }

  private static AuditEntry entry(String action, String object, AuditOutcome outcome, int request) {
    return new AuditEntry(
        1,
        0,
        Instant.parse("2026-11-21T12:00:00.123456Z"),
        Optional.empty(),
        "ada@example.com",
        action,
        object,
        "$10.00",
        outcome,
        Mode.TEST,
        "192.0.2.1",
        new RequestId(new UUID(1, request)));
  }
}
