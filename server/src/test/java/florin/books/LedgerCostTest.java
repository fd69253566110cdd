package florin.books;

import static org.assertj.core.api.Assertions.assertThat;

import florin.db.Db;
import florin.projection.Follower;
import florin.projection.FollowerStore;
import florin.testing.TestApp;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the ledger of many payments costs. The test prints it. */
@Tag("drill")
class LedgerCostTest {
  private static final int PAYMENTS = Integer.getInteger("ledger.payments", 100_000);

  private static final String ID =
      "lpad(to_hex(1700000000000 + 60000::bigint * n), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0')";

  private static final String COPY =
      """
      INSERT INTO %1$s
      SELECT copy.*
        FROM (SELECT t AS template FROM %1$s t WHERE %2$s LIMIT 1) first,
             generate_series(1, %3$d) n,
             jsonb_populate_record(template, jsonb_build_object(%4$s)) copy
      """;

  @Test
  void a_hundred_thousand_payments_are_followed_rebuilt_and_verified() {
    TestApp app = TestApp.open();
    try (app) {
      app.post("/v2/payments", TestApp.payment(1_000, "4242424242424242"));
      LedgerChecks.assertHolds(app.database());
    }
    app.update(
        "SET session_replication_role = replica; "
            + COPY.formatted(
                "payment",
                "status = 'succeeded'",
                PAYMENTS,
                "'id', " + ID + ", 'captured_at', to_timestamp(1700000000 + 60 * n)")
            + "; "
            + COPY.formatted(
                "event",
                "type = 'payment.succeeded'",
                PAYMENTS,
                "'id', " + ID + ", 'object_id', " + ID)
            + "; SET session_replication_role = origin");
    app.update("VACUUM (ANALYZE) payment");
    app.update("VACUUM (ANALYZE) event");
    app.update("UPDATE projection SET position = '0' WHERE name = 'ledger'");

    try (Db db = Db.unhurried(app.database());
        Db reading = new Db(app.database())) {
      var store = new FollowerStore(db);
      long begin = System.nanoTime();
      int events = 0;
      for (int some = 1; some > 0; events += some) {
        some = store.follow(new LedgerProjection(), Follower.BATCH);
      }
      print("projection", begin, events);
      long bytes =
          Long.parseLong(
              app.query(
                      "SELECT pg_total_relation_size('ledger_transfer') + pg_total_relation_size('ledger_balance')")
                  .getFirst());
      System.out.println("ledger: %d bytes a payment".formatted(bytes / PAYMENTS));

      begin = System.nanoTime();
      assertThat(VerificationStore.run(reading).difference()).isEmpty();
      print("verify", begin, PAYMENTS);

      begin = System.nanoTime();
      var backlog = new BacklogStore(db);
      backlog.startOver();
      while (backlog.step()) {}
      print("rebuild", begin, PAYMENTS);
      assertThat(VerificationStore.run(reading).difference()).isEmpty();

      begin = System.nanoTime();
      new BalanceStore(reading).listBalances(app.realm(), LocalDate.now(ZoneOffset.UTC));
      print("balance", begin, 1);
    }
    assertThat(app.query("SELECT count(*) FROM ledger_transfer"))
        .containsExactly(Integer.toString(PAYMENTS + 1));
  }

  private static void print(String what, long begin, int many) {
    Duration took = Duration.ofNanos(System.nanoTime() - begin);
    System.out.println("ledger: %s of %d in %d ms".formatted(what, many, took.toMillis()));
  }
}
