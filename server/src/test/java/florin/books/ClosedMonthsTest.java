package florin.books;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import florin.db.Db;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Months whose reports stay as they were, in the reporting time zone of the account. */
class ClosedMonthsTest {
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
  void a_late_line_of_a_closed_month_is_an_adjustment_in_the_next() throws Exception {
    take(fee("a", 100, "2025-10-31T23:59:59Z"), fee("b", 200, "2025-11-30T23:59:59Z"));
    Reply closed = close("2025-11");
    assertThat(closed.status()).as(closed.body()).isEqualTo(200);
    assertThat(closed.text("/closed_at")).isNotEmpty();
    assertThat(sums(closed.json())).isEqualTo("100 0 200 0 300");
    String october = report("2025-10").body();
    String november = report("2025-11").body();
    String fees = florin.get("/v2/fee_report?month=2025-11").body();
    assertThat(november).isEqualTo(closed.body());
    assertThat(sums("2025-10")).isEqualTo("0 0 100 0 100");

    take(fee("c", 40, "2025-11-20T10:00:00Z"), fee("d", 5, "2025-12-01T00:00:00Z"));
    take(fee("e", -10, "2025-10-05T10:00:00Z"), fee("f", 7, "2025-09-05T10:00:00Z"));

    assertThat(report("2025-10").body()).isEqualTo(october);
    assertThat(report("2025-11").body()).isEqualTo(november);
    assertThat(florin.get("/v2/fee_report?month=2025-11").body()).isEqualTo(fees);
    assertThat(report("2025-09").json().at("/accounts")).isEmpty();
    assertThat(sums("2025-12")).isEqualTo("300 37 5 0 342");
    assertThat(sums("2026-01")).isEqualTo("342 0 0 0 342");
    assertThat(
            florin
                .get("/v2/fee_report?month=2025-12")
                .json()
                .at("/fees")
                .valueStream()
                .map(it -> it.at("/adjustment").asBoolean() + " " + it.at("/fees"))
                .toList())
        .containsExactly("false 5", "true 37");
    assertThat(
            florin
                .get("/v2/balance_transactions?adjustment_in=2025-12")
                .json()
                .at("/data")
                .valueStream()
                .map(it -> it.at("/type").asString() + it.at("/amount") + it.at("/adjustment_in"))
                .toList())
        .containsExactlyInAnyOrder(
            "settlement-40\"2025-12\"",
            "fee-40\"2025-12\"",
            "settlement10\"2025-12\"",
            "fee10\"2025-12\"",
            "settlement-7\"2025-12\"",
            "fee-7\"2025-12\"");
    assertThat(florin.get("/v2/balance_transactions?adjustment_in=2026-01").has("/data/0"))
        .isFalse();

    List<String> reports = reports();
    rebuild();
    assertThat(reports()).isEqualTo(reports);

    assertThat(close("2025-12").status()).isEqualTo(200);
    take(fee("g", 1, "2025-12-24T10:00:00Z"));
    assertThat(sums("2025-12")).isEqualTo("300 37 5 0 342");
    assertThat(sums("2026-01")).isEqualTo("342 1 0 0 343");
    LedgerChecks.assertHolds(florin.database());
  }

  @Test
  void lines_of_a_large_file_that_arrive_during_a_closing_are_adjustments() {
    take(fee("a", 100, "2025-11-30T10:00:00Z"));
    String[] rows =
        IntStream.rangeClosed(0, SettlementStore.MAX_POSTED)
            .mapToObj(i -> fee("f" + i, 1, "2025-11-20T10:00:00Z"))
            .toArray(String[]::new);
    florin.update(
        "CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_advisory_xact_lock(7); RETURN new; END'");
    florin.update(
        "CREATE TRIGGER pause BEFORE INSERT ON ledger_closing FOR EACH ROW EXECUTE FUNCTION pause()");
    try (Db db = Db.unhurried(florin.database());
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<CompletableFuture<Void>> both =
          db.transaction(connection -> {
            Db.query(connection, "SELECT pg_advisory_xact_lock(7)", _ -> true);
            // Not by a request: on a slow machine, the upload takes longer than a request may wait.
            var reports = MonthReportStore.of(db, InstantSource.system());
            var closing =
                CompletableFuture.runAsync(
                    () ->
                        reports.close(
                            florin.realm(), YearMonth.of(2025, 11), Instant.now(), _ -> true),
                    threads);
            awaitWaiting(1, closing);
            var taking = CompletableFuture.runAsync(() -> take(rows), threads);
            awaitWaiting(2, taking);
            return List.of(closing, taking);
          });
      both.forEach(CompletableFuture::join);
    }

    assertThat(
            florin.query(
                "SELECT adjusted_in::text || ' ' || count(*) FROM settlement_line WHERE reference LIKE 'f%' GROUP BY adjusted_in"))
        .containsExactly("2025-12-01 " + rows.length);
  }

  /** Waits until a number of transactions waits for an advisory lock, or one didn't wait. */
  private void awaitWaiting(int number, CompletableFuture<?> last) {
    await()
        .dontCatchUncaughtExceptions()
        .atMost(Duration.ofMinutes(2))
        .until(
            () ->
                florin
                    .query(
                        "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())")
                    .size(),
            waiting -> waiting >= number || last.isDone());
  }

  @Test
  void a_closing_is_repeated_without_effect_and_stored_permanently() {
    take(fee("a", 100, "2025-09-30T10:00:00Z"));
    String first = close("2025-11").body();

    assertThat(close("2025-11").body()).isEqualTo(first);
    assertThat(close("2025-10").text("/month")).isEqualTo("2025-10");
    assertThat(florin.query("SELECT month::text FROM ledger_closing ORDER BY month"))
        .containsExactly("2025-09-01", "2025-10-01", "2025-11-01");
    for (String table : List.of("ledger_closing", "ledger_closing_account")) {
      assertThatThrownBy(() -> florin.update("DELETE FROM " + table))
          .hasMessageContaining("only appended to");
    }
  }

  @Test
  void months_that_were_closed_before_a_crash_stay_closed() {
    take(fee("a", 100, "2025-09-30T10:00:00Z"));
    florin.update("ALTER TABLE ledger_closing ADD CONSTRAINT crash CHECK (month <> '2025-11-01')");
    assertThat(close("2025-11").status()).isEqualTo(500);
    assertThat(florin.query("SELECT month::text FROM ledger_closing ORDER BY month"))
        .containsExactly("2025-09-01", "2025-10-01");

    florin.update("ALTER TABLE ledger_closing DROP CONSTRAINT crash");
    assertThat(close("2025-11").text("/month")).isEqualTo("2025-11");
    assertThat(report("2025-11").json().at("/closed_at").isNull()).isFalse();
  }

  @Test
  void a_month_that_has_not_ended_can_not_be_closed() {
    YearMonth now = YearMonth.now();

    Reply rejected = close(now.toString());

    assertThat(rejected.status()).isEqualTo(400);
    assertThat(rejected.text("/error/code")).isEqualTo("month_not_complete");
    assertThat(florin.query("SELECT month::text FROM ledger_closing")).isEmpty();
    assertThat(report(now.toString()).json().at("/closed_at").isNull()).isTrue();
  }

  @Test
  void months_are_those_of_the_reporting_time_zone() throws Exception {
    take(
        fee("a", 1, "2025-10-31T22:59:59Z"),
        fee("b", 10, "2025-10-31T23:00:00Z"),
        fee("c", 100, "2025-11-01T00:30:00Z"),
        fee("d", 1_000, "2025-11-30T22:59:59Z"),
        fee("e", 10_000, "2025-11-30T23:00:00Z"));
    assertThat(sums("2025-11")).isEqualTo("11 0 11100 0 11111");

    zone("Europe/Berlin");
    assertThat(sums("2025-11")).isEqualTo("1 0 1110 0 1111");
    assertThat(report("2025-11").text("/time_zone")).isEqualTo("Europe/Berlin");
    assertThat(florin.get("/v2/fee_report?month=2025-11").number("/fees/0/fees")).isEqualTo(1_110);
    zone("Pacific/Auckland"); // nearer to the midnight after it: 11:00 UTC
    assertThat(sums("2025-11")).isEqualTo("0 0 111 0 111");
    zone("Asia/Tokyo");
    assertThat(sums("2025-12")).isEqualTo("111 0 11000 0 11111");

    zone("Europe/Berlin");
    String november = close("2025-11").body();
    zone("UTC");
    assertThat(report("2025-11").body()).isEqualTo(november);
    assertThat(report("2025-12").number("/from"))
        .isEqualTo(Instant.parse("2025-11-30T23:00:00Z").getEpochSecond());
    assertThat(sums("2025-12")).isEqualTo("1111 0 10000 0 11111");
  }

  @Test
  void a_report_is_a_file_if_the_caller_accepts_one() {
    take(
        "a,fee,,usd,0,119,19,-119,,,,2025-11-10T10:00:00Z,,\n",
        fee("b", 100, "2025-11-11T10:00:00Z"));

    assertThat(florin.get("/v2/fee_tax_report?month=2025-11").json().at("/taxes").toString())
        .isEqualTo(
            """
            [{"currency":"usd","connector":"simulator","adjustment":false,"net":100,"tax":19,"gross":119,"percent":"19.00"},\
            {"currency":"usd","connector":"simulator","adjustment":false,"net":100,"tax":0,"gross":100,"percent":"0.00"}]\
            """);
    Reply csv = file("/v2/fee_tax_report?month=2025-11", "text/csv");
    assertThat(csv.header("Content-Type")).contains("text/csv; charset=utf-8");
    assertThat(csv.body())
        .isEqualTo(
            "currency,connector,adjustment,net,tax,gross,percent\r\nUSD,simulator,false,1.00,0.19,1.19,19.00\r\nUSD,simulator,false,1.00,0.00,1.00,0.00\r\n");
    for (String report : List.of("balance_report", "fee_report", "payout_report")) {
      assertThat(
              file(
                      "/v2/" + report + "?month=2025-11",
                      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
                  .body())
          .startsWith("PK");
    }
    assertThat(florin.get("/v2/payout_report?month=2025-11").json().at("/payouts")).isEmpty();
  }

  private Reply file(String path, String type) {
    return florin.client().send(florin.client().request(path).header("Accept", type).GET().build());
  }

  private void zone(String name) {
    florin.update("UPDATE account SET time_zone = '%s'".formatted(name));
  }

  private List<String> reports() {
    return List.of(
        report("2025-10").body(),
        report("2025-11").body(),
        report("2025-12").body(),
        report("2026-01").body(),
        florin.get("/v2/balance_transactions?adjustment_in=2025-12").body());
  }

  private void rebuild() {
    try (Db db = Db.unhurried(florin.database())) {
      var backlog = new BacklogStore(db);
      assertThat(backlog.startOver()).isTrue();
      while (backlog.step()) {}
    }
  }

  private Reply close(String month) {
    return florin.post("/v2/balance_report/close", "{\"month\": \"%s\"}".formatted(month));
  }

  private Reply report(String month) {
    Reply report = florin.get("/v2/balance_report?month=" + month);
    assertThat(report.status()).as(report.body()).isEqualTo(200);
    return report;
  }

  private String sums(String month) {
    return sums(report(month).json());
  }

  /** Returns the amounts of the fees, after checking that the accounts add up to zero. */
  private static String sums(JsonNode report) {
    assertThat(
            report.at("/accounts").valueStream().mapToLong(it -> it.at("/closing").asLong()).sum())
        .isZero();
    return report
        .at("/accounts")
        .valueStream()
        .filter(it -> it.at("/account").asString().equals("fees"))
        .map(it ->
            "%s %s %s %s %s"
                .formatted(
                    it.at("/opening"),
                    it.at("/adjustments"),
                    it.at("/debits"),
                    it.at("/credits"),
                    it.at("/closing")))
        .findFirst()
        .orElse("none");
  }

  private void take(String... rows) {
    Reply taken = SettlementFileText.send(florin.client(), SettlementFileText.of(rows));
    assertThat(taken.status()).as(taken.body()).isEqualTo(200);
  }

  private static String fee(String reference, long fee, String at) {
    return "%s,fee,,usd,0,%d,0,%d,,,,%s,,\n".formatted(reference, fee, -fee, at);
  }
}
