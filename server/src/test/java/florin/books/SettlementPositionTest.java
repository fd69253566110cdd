package florin.books;

import static org.assertj.core.api.Assertions.assertThat;

import florin.books.SettlementPositionStore.Move;
import florin.books.SettlementPositionStore.ReportState;
import florin.db.Db;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How far settlements were read. */
class SettlementPositionTest {
  private TestApp florin;

  @BeforeEach
  void open() {
    florin = TestApp.open();
  }

  @AfterEach
  void close() {
    florin.close();
  }

  @Test
  void a_node_whose_lease_has_ended_reports_no_problem() {
    try (Db db = new Db(florin.database())) {
      var store = new SettlementPositionStore(db);
      Instant now = Instant.now();
      assertThat(store.take(florin.realm(), "cn_a", now, Duration.ZERO)).contains("");
      assertThat(store.take(florin.realm(), "cn_a", now, Duration.ofHours(1))).contains("");
      db.transaction(connection -> {
        SettlementPositionStore.moving(
                new Move(florin.realm(), "cn_a", "", "next", true), now.plusSeconds(3_600), now)
            .run(connection, List.of());
        return true;
      });

      store.fail(florin.realm(), "cn_a", "", now, "no answer");
      assertThat(problem()).containsExactly("none");
      store.fail(florin.realm(), "cn_a", "next", now.plusSeconds(3_600), "no answer");
      assertThat(problem()).containsExactly("no answer");
    }
  }

  private List<String> problem() {
    return florin.query(
        "SELECT coalesce(problem, 'none') FROM settlement_position WHERE connector = 'cn_a'");
  }

  @Test
  void a_report_is_read_when_its_last_page_was_read_until_the_time_of_its_first() {
    try (Db db = new Db(florin.database())) {
      var store = new SettlementPositionStore(db);
      Instant first = Instant.parse("2026-11-30T23:50:00Z");
      Instant later = Instant.parse("2026-12-01T04:00:00Z");
      store.take(florin.realm(), "cn_a", first, Duration.ZERO);

      move(db, "", "b", false, first, List.of("t1"));
      assertThat(state(store).read()).isEmpty();
      store.fail(florin.realm(), "cn_a", "b", later, "no answer");
      assertThat(state(store).problem()).contains("no answer");
      move(db, "b", "c", false, later, List.of());
      assertThat(state(store).read()).isEmpty();
      move(db, "c", "d", true, later, List.of());
      assertThat(state(store).read()).contains(first);
      assertThat(state(store).problem())
          .hasValueSatisfying(text -> assertThat(text).contains("t1"));

      move(db, "d", "e", true, later, List.of());
      assertThat(state(store).read()).contains(later);
      assertThat(state(store).problem()).isEmpty();
    }
  }

  private void move(
      Db db, String from, String to, boolean isLast, Instant at, List<String> changed) {
    var move = new Move(florin.realm(), "cn_a", from, to, isLast);
    db.transaction(connection -> {
      SettlementPositionStore.moving(move, at, at).run(connection, changed);
      return true;
    });
  }

  private ReportState state(SettlementPositionStore store) {
    return store.list(florin.realm()).stream()
        .filter(it -> it.connector().equals("cn_a"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void the_simulator_settles_what_it_missed_while_the_service_was_off() {
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    florin.update(
        "INSERT INTO settlement_position (realm_id, connector, cursor, due_at, read_at) VALUES (?, 'simulator', ?, now(), now())",
        florin.realm().id(),
        today.minusDays(12).toString());
    florin.update(
        """
        INSERT INTO ledger_transfer (realm_id, source_id, leg, id, type, object_id, currency, amount, debit_role, debit_party, credit_role, credit_party, booked_at)
        SELECT ?, s.id, 0,
               (lpad(to_hex(trunc(extract(epoch FROM ?::timestamptz) * 1000)::bigint), 12, '0') || '7000' || right(replace(s.id::text, '-', ''), 16))::uuid,
               'payment', s.id, 'eur', 10000, 'pending', 'simulator', 'receivable', 'simulator', ?::timestamptz
          FROM (SELECT gen_random_uuid() AS id) s\
        """,
        florin.realm().id(),
        today.minusDays(11) + "T10:00:00Z",
        today.minusDays(11) + "T10:00:00Z");

    Reply settled = LedgerChecks.settle(florin.client());

    assertThat(settled.number("/payouts/0/amount")).isEqualTo(10_000 - 165);
  }
}
