package florin.books;

import static org.assertj.core.api.Assertions.assertThat;

import florin.db.Db;
import florin.projection.Follower;
import florin.projection.FollowerStore;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What the ledger of many payments costs: `-Dledger.payments=1000000`. The test prints it. CPU is
 * that of PostgreSQL's sessions and of this JVM, so other processes change it less than the time.
 */
@Tag("drill")
class LedgerCostTest {
  private static final int PAYMENTS = Integer.getInteger("ledger.payments", 100_000);

  private static final int READS = 500;

  /** The time of the first payment, and the seconds between two. */
  private static final long FIRST = 1_700_000_000;

  private static final long PACE = 60;
  private static final long DAY = 86_400;

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
  void many_payments_are_followed_rebuilt_and_verified() {
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
      Duration cpu = cpu(app);
      long begin = System.nanoTime();
      int events = 0;
      for (int some = 1; some > 0; events += some) {
        some = store.follow(new LedgerProjection(), Follower.BATCH);
      }
      print("projection", begin, events);
      System.out.println(
          "ledger: %d µs of CPU a payment"
              .formatted(cpu(app).minus(cpu).toNanos() / 1_000 / events));
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

      var balances = new BalanceStore(reading);
      LocalDate today = LocalDate.now(ZoneOffset.UTC);
      measure("balance", () -> assertThat(balances.listBalances(app.realm(), today)).isNotEmpty());
      LocalDate last = lastDay();
      measure(
          "balance of a day",
          () -> assertThat(balances.listBalances(app.realm(), last)).isNotEmpty());
    }
    app.update(
        "UPDATE projection SET (position, event_id) = (SELECT l.position, l.event_id FROM projection l WHERE l.name = 'ledger') WHERE name <> 'ledger'");
    try (TestApp again = app.reopen()) {
      LocalDate last = lastDay();
      long midnight = last.atStartOfDay(ZoneOffset.UTC).toEpochSecond();
      measure(again, "/v2/balance");
      measure(again, "/v2/balance_report?month=" + YearMonth.from(last).minusMonths(1));
      measure(
          again,
          "/v2/balance_transactions?limit=100&created%5Bgte%5D="
              + midnight
              + "&created%5Blt%5D="
              + (midnight + DAY));
      app.update("UPDATE account SET time_zone = 'America/New_York'");
      measure(again, "/v2/balance_report?month=" + YearMonth.from(last).minusMonths(1));
    }
    assertThat(app.query("SELECT count(*) FROM ledger_transfer"))
        .containsExactly(Integer.toString(PAYMENTS + 1));
  }

  /** Returns the CPU time of this JVM and of all sessions of the database. */
  private static Duration cpu(TestApp app) {
    return Stream.concat(
            Stream.of(ProcessHandle.current()),
            app
                .query("SELECT pid::text FROM pg_stat_activity WHERE datname = current_database()")
                .stream()
                .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream()))
        .flatMap(process -> process.info().totalCpuDuration().stream())
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** Returns the last day with many payments. */
  private static LocalDate lastDay() {
    return LocalDate.ofInstant(
        Instant.ofEpochSecond(FIRST + PACE * PAYMENTS).minus(Duration.ofDays(1)), ZoneOffset.UTC);
  }

  private static void measure(TestApp app, String path) {
    measure(
        "GET " + path,
        () -> {
          Reply reply = app.get(path);
          assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        });
  }

  /** Reads many times, after some that are not measured. */
  private static void measure(String what, Runnable read) {
    long[] took =
        LongStream.range(0, READS)
            .map(_ -> {
              long begin = System.nanoTime();
              read.run();
              return System.nanoTime() - begin;
            })
            .skip(READS / 10)
            .sorted()
            .toArray();
    System.out.println(
        "ledger: %s: median %.1f ms, 99th percentile %.1f ms"
            .formatted(what, took[took.length / 2] / 1e6, took[took.length * 99 / 100] / 1e6));
  }

  private static void print(String what, long begin, int many) {
    Duration took = Duration.ofNanos(System.nanoTime() - begin);
    System.out.println("ledger: %s of %d in %d ms".formatted(what, many, took.toMillis()));
  }
}
