package florin.books;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.app.App.Networks;
import florin.books.VerificationStore.Check;
import florin.connector.SettlementLine;
import florin.connector.SettlementLine.Original;
import florin.connector.SettlementListing;
import florin.connector.SettlementListing.ReportedPayout;
import florin.core.Currency;
import florin.core.Id;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.db.Db;
import florin.payment.execution.CrashPoint;
import florin.testing.Reply;
import florin.testing.TestApp;
import florin.testing.provider.Provider;
import florin.testing.provider.ProviderInstances;
import florin.testing.provider.ProviderKind;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** A provider reports what it did with the money of payments. The tests follow each other. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SettlementReportsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final Currency EUR = Currency.get("eur");
  private static final Currency USD = Currency.get("usd");
  private static final Instant PAST = Instant.parse("2026-11-20T10:00:00Z");
  private final Instant inTwoDays = Instant.now().plus(Duration.ofDays(2));

  private final BlockingQueue<SettlementListing> reports = new LinkedBlockingQueue<>();
  private final Provider provider = new Provider();
  private TestApp florin;
  private String connector;
  private String plain;
  private String converted;
  private String later;
  private String refund;

  @BeforeAll
  void open() {
    var kind =
        new ProviderKind(
            InstantSource.system(),
            () -> {},
            _ ->
                Optional.ofNullable(reports.poll())
                    .orElseGet(
                        () -> new SettlementListing.Page(List.of(), List.of(), "end", false)));
    florin = TestApp.open(CrashPoint.NONE, new Networks(UnaryOperator.identity(), List.of(kind)));
    connector = ProviderInstances.add(florin, provider, Map.of()).id().text();
    plain = pay(10_000);
    converted = pay(20_000);
    later = pay(5_000);
    refund =
        florin
            .post("/v2/refunds", "{\"payment\": \"%s\", \"amount\": 2000}".formatted(plain))
            .text("/id");
  }

  @AfterAll
  void close() {
    florin.close();
    provider.close();
  }

  private String pay(long amount) {
    return await()
        .atMost(PATIENCE)
        .until(
            () ->
                florin.post(
                    "/v2/payments",
                    TestApp.payment(amount, "4242424242424242").replace("usd", "eur")),
            made -> made.json().at("/outcome/connector_id").asString().equals(connector))
        .text("/id");
  }

  private static SettlementLine line(
      String reference,
      SettlementLine.Type type,
      Optional<Id> subject,
      long gross,
      long fee,
      Instant available) {
    return new SettlementLine(
        reference,
        type,
        subject,
        EUR,
        gross,
        fee,
        0,
        Optional.empty(),
        "",
        PAST,
        available,
        available.equals(PAST) ? Optional.of("po_1") : Optional.empty());
  }

  private static Optional<Id> payment(String id) {
    return PaymentId.KIND.parse(id).map(it -> it);
  }

  private static ReportedPayout payout(ReportedPayout.Status status) {
    return new ReportedPayout(
        "po_1",
        status,
        EUR,
        7_010,
        LocalDate.of(2026, 11, 24),
        Optional.of("PROVIDER 4711"),
        status == ReportedPayout.Status.FAILED ? Optional.of("account closed") : Optional.empty(),
        true);
  }

  /** Makes the provider report this, and waits until Florin has read it. */
  private void report(SettlementListing listing) {
    reports.add(listing);
    await()
        .atMost(PATIENCE)
        .until(() -> {
          boolean isRead = reports.isEmpty();
          if (!isRead) {
            florin.update(
                "UPDATE settlement_position SET due_at = now() WHERE due_at > now() + interval '5 minutes'");
          }
          return isRead;
        });
    await()
        .atMost(PATIENCE)
        .until(() ->
            florin
                .query(
                    "SELECT count(*)::text FROM settlement_position WHERE due_at > now() + interval '5 minutes' AND connector = '%s'"
                        .formatted(connector))
                .equals(List.of("1")));
  }

  private JsonNode balance(String currency) {
    return florin
        .get("/v2/balance")
        .json()
        .at("/balances")
        .valueStream()
        .filter(it -> it.at("/currency").asString().equals(currency))
        .findFirst()
        .orElseThrow();
  }

  private long sum(String role, String currency) {
    return Long.parseLong(
        florin
            .query(
                "SELECT coalesce(sum(debits - credits), 0)::text FROM ledger_balance WHERE role = '%s' AND currency = '%s'"
                    .formatted(role, currency))
            .getFirst());
  }

  @Test
  @Order(1)
  void each_line_moves_its_money() {
    await()
        .atMost(PATIENCE)
        .until(() -> florin.get("/v2/balance_transactions?source=" + refund).has("/data/0"));
    report(
        new SettlementListing.Page(
            List.of(
                line("t1", SettlementLine.Type.PAYMENT, payment(plain), 10_000, 150, PAST),
                line(
                    "t2",
                    SettlementLine.Type.REFUND,
                    RefundId.KIND.parse(refund).map(it -> it),
                    -2_000,
                    0,
                    PAST),
                line("t3", SettlementLine.Type.FEE, Optional.empty(), 0, 500, PAST),
                line("t4", SettlementLine.Type.RESERVE, Optional.empty(), -1_000, 0, PAST),
                line("t5", SettlementLine.Type.PAYMENT, Optional.empty(), 700, 10, PAST),
                line("t6", SettlementLine.Type.ADJUSTMENT, Optional.empty(), -30, 0, PAST),
                line("t7", SettlementLine.Type.PAYOUT, Optional.empty(), -7_010, 0, PAST),
                line("t8", SettlementLine.Type.PAYMENT, payment(later), 5_000, 50, inTwoDays),
                new SettlementLine(
                    "t9",
                    SettlementLine.Type.PAYMENT,
                    payment(converted),
                    USD,
                    21_600,
                    400,
                    0,
                    Optional.of(new Original(EUR, 20_000)),
                    "",
                    PAST,
                    PAST,
                    Optional.empty())),
            List.of(payout(ReportedPayout.Status.IN_TRANSIT)),
            "first",
            false));

    assertThat(balance("eur").at("/pending").asLong()).isEqualTo(4_950);
    assertThat(balance("eur").at("/available").asLong()).isZero();
    assertThat(balance("eur").at("/in_transit").asLong()).isEqualTo(7_010);
    assertThat(balance("usd").at("/available").asLong()).isEqualTo(21_200);
    assertThat(sum("fees", "eur")).isEqualTo(150 + 500 + 10 + 50);
    assertThat(sum("fees", "usd")).isEqualTo(400);
    assertThat(sum("reserve", "eur")).isEqualTo(1_000);
    assertThat(sum("unexplained", "eur")).isEqualTo(30 - 700);
    assertThat(sum("conversion", "eur")).isEqualTo(20_000);
    assertThat(sum("conversion", "usd")).isEqualTo(-21_600);
    LedgerChecks.assertHolds(florin.database());
  }

  @Test
  @Order(1)
  void the_report_of_a_month_continues_with_the_next() {
    Instant now = Instant.now();
    YearMonth month = YearMonth.from(now.atZone(ZoneOffset.UTC));
    Map<String, JsonNode> first = report(month);
    Map<String, JsonNode> next = report(month.plusMonths(1));

    assertThat(first).isNotEmpty();
    first.forEach((account, line) -> {
      assertThat(line.at("/closing").asLong())
          .isEqualTo(
              line.at("/opening").asLong()
                  + line.at("/debits").asLong()
                  - line.at("/credits").asLong());
      assertThat(requireNonNull(next.get(account)).at("/opening").asLong())
          .as(account)
          .isEqualTo(line.at("/closing").asLong());
    });
    for (String currency : List.of("eur", "usd")) {
      assertThat(
              first.values().stream()
                  .filter(line -> line.at("/currency").asString().equals(currency))
                  .mapToLong(line -> line.at("/closing").asLong())
                  .sum())
          .isZero();
    }
    assertThat(florin.get("/v2/balance_report?month=2026-13").text("/error/param"))
        .isEqualTo("month");
  }

  /** Returns the accounts of a month by their names. */
  private Map<String, JsonNode> report(YearMonth month) {
    Reply report = florin.get("/v2/balance_report?month=" + month);
    assertThat(report.status()).as(report.body()).isEqualTo(200);
    return report
        .json()
        .at("/accounts")
        .valueStream()
        .collect(
            Collectors.toMap(
                it -> it.at("/currency") + " " + it.at("/account") + " " + it.at("/connector"),
                Function.identity()));
  }

  @Test
  @Order(2)
  void a_page_that_is_read_again_changes_nothing_and_another_amount_is_reported() {
    List<String> before = florin.query("SELECT t::text FROM ledger_transfer t ORDER BY id");

    report(
        new SettlementListing.Page(
            List.of(
                line(
                    "t2",
                    SettlementLine.Type.REFUND,
                    RefundId.KIND.parse(refund).map(it -> it),
                    -2_000,
                    0,
                    PAST),
                line("t1", SettlementLine.Type.PAYMENT, payment(plain), 10_000, 151, PAST)),
            List.of(payout(ReportedPayout.Status.IN_TRANSIT)),
            "second",
            false));

    assertThat(florin.query("SELECT t::text FROM ledger_transfer t ORDER BY id")).isEqualTo(before);
    assertThat(
            florin.query(
                "SELECT finding FROM settlement_position WHERE connector = '%s'"
                    .formatted(connector)))
        .singleElement()
        .asString()
        .contains("t1 with other amounts");
    assertThat(florin.get("/v2/events?type=payout.created").has("/data/1")).isFalse();
  }

  @Test
  @Order(2)
  void a_refund_that_someone_made_at_the_provider_comes_from_the_pending_money() {
    long before = sum("pending", "eur");
    long unexplained = sum("unexplained", "eur");

    report(
        new SettlementListing.Page(
            List.of(
                new SettlementLine(
                    "t11",
                    SettlementLine.Type.REFUND,
                    payment(later),
                    EUR,
                    -40,
                    0,
                    0,
                    Optional.empty(),
                    "",
                    PAST,
                    PAST,
                    Optional.empty())),
            List.of(),
            "refunded",
            false));

    assertThat(sum("pending", "eur")).isEqualTo(before + 40);
    assertThat(sum("unexplained", "eur")).isEqualTo(unexplained);
    LedgerChecks.assertHolds(florin.database());
  }

  @Test
  @Order(3)
  void a_payout_that_failed_is_available_again() {
    report(
        new SettlementListing.Page(
            List.of(
                line("t10", SettlementLine.Type.PAYOUT_FAILURE, Optional.empty(), 7_010, 0, PAST)),
            List.of(payout(ReportedPayout.Status.FAILED)),
            "third",
            false));

    assertThat(balance("eur").at("/in_transit").asLong()).isZero();
    assertThat(balance("eur").at("/available").asLong()).isEqualTo(7_010 - 40);
    assertThat(florin.get("/v2/payouts?status=failed").text("/data/0/failure"))
        .isEqualTo("account closed");
    assertThat(florin.get("/v2/events?type=payout.failed").has("/data/0")).isTrue();
    LedgerChecks.assertHolds(florin.database());
  }

  @Test
  @Order(4)
  void a_report_that_fails_is_a_problem_and_changes_nothing() {
    List<String> before = florin.query("SELECT cursor FROM settlement_position");

    report(new SettlementListing.Unanswered("The key may not read payouts."));

    assertThat(florin.query("SELECT problem FROM settlement_position"))
        .containsExactly("The key may not read payouts.");
    assertThat(florin.query("SELECT cursor FROM settlement_position")).isEqualTo(before);
  }

  @Order(5)
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "a fee left out      | DERIVED | DELETE FROM ledger_transfer WHERE type = 'processing_fee' AND amount = 150",
        "a fee edited        | DERIVED | UPDATE settlement_line SET fee = fee + 1, net = net - 1 WHERE reference = 't1'",
        "a wrong sign        | DERIVED | UPDATE settlement_line SET gross = -gross, net = -gross - fee WHERE reference = 't8'",
        "a wrong currency    | DERIVED | UPDATE settlement_line SET currency = 'chf' WHERE reference = 't3'",
        "a line doubled      | DERIVED | INSERT INTO settlement_line SELECT realm_id, gen_random_uuid(), connector, 'again', settlement_id, type, object_id, currency, gross, fee, tax, net, original_currency, original_amount, description, occurred_at, available_at, created_at FROM settlement_line WHERE reference = 't1'",
        "a line forgotten    | DERIVED | DELETE FROM settlement_line WHERE reference = 't6'",
        "a payout twice      | PAYOUTS | UPDATE payout SET arrived_amount = arrived_amount + 7010",
        "a payout not there  | PAYOUTS | UPDATE payout SET status = 'arrived'",
        "a payout not closed | PAYOUTS | UPDATE payout SET status = 'closed', amount = amount + 1"
      })
  void a_planted_fault_is_found(String fault, Check check, String sql) {
    try (Db db = Db.unhurried(florin.database())) {
      assertThat(VerificationStore.run(db).difference()).isEmpty();
      florin.update("CREATE TABLE line_before AS SELECT * FROM settlement_line");
      florin.update("CREATE TABLE transfer_before AS SELECT * FROM ledger_transfer");
      florin.update("CREATE TABLE payout_before AS SELECT * FROM payout");

      florin.sql(connection -> {
        Db.update(connection, "SET session_replication_role = replica");
        int changed = Db.update(connection, sql);
        Db.update(connection, "SET session_replication_role = origin");
        assertThat(changed).as(sql).isPositive();
        return changed;
      });
      LedgerFaults.sumAgain(db);

      assertThat(VerificationStore.run(db).difference())
          .as(fault)
          .hasValueSatisfying(found -> assertThat(found.check()).isEqualTo(check));
      florin.update(
          "SET session_replication_role = replica; DELETE FROM settlement_line; INSERT INTO settlement_line SELECT * FROM line_before; DELETE FROM ledger_transfer; INSERT INTO ledger_transfer SELECT * FROM transfer_before; DELETE FROM payout; INSERT INTO payout SELECT * FROM payout_before; DROP TABLE line_before, transfer_before, payout_before; SET session_replication_role = origin");
      LedgerFaults.sumAgain(db);
    }
  }

  @Test
  @Order(200)
  void a_month_is_closed_once_its_reports_were_read() {
    read("2025-11-30T23:59:59Z", "no answer");
    Reply refused = florin.post("/v2/balance_report/close", "{\"month\": \"2025-11\"}");
    assertThat(refused.text("/error/code")).isEqualTo("month_not_complete");
    assertThat(refused.text("/error/message"))
        .contains("Not read until the end of the month: " + connector + ".");
    assertThat(complete("2025-11")).isFalse();
    assertThat(complete("2025-10")).isTrue();

    read("2025-11-30T23:59:59Z", SettlementPositionStore.UNSUPPORTED);
    assertThat(complete("2025-11")).isTrue();
    read("2025-12-01T00:00:00Z", "no answer");
    assertThat(complete("2025-11")).isTrue();
    assertThat(complete("2025-12")).isFalse();
    florin.update("UPDATE connector SET status = 'disabled', position = NULL");
    assertThat(complete("2025-12")).isTrue();
  }

  private void read(String at, String problem) {
    florin.update(
        "UPDATE settlement_position SET read_at = ?::timestamptz, problem = ?, due_at = now() + interval '1 hour' WHERE connector = ?",
        at,
        problem,
        connector);
  }

  private boolean complete(String month) {
    return florin.get("/v2/balance_report?month=" + month).json().at("/complete").asBoolean();
  }
}
