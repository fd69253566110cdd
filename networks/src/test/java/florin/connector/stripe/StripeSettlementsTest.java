package florin.connector.stripe;

import static florin.connector.Requests.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import florin.connector.Requests;
import florin.connector.SettlementLine;
import florin.connector.SettlementLine.Original;
import florin.connector.SettlementListing;
import florin.connector.SettlementListing.ReportedPayout;
import florin.connector.SettlementListing.ReportedPayout.Status;
import florin.connector.remote.RemoteObject;
import florin.connector.stripe.StripeStandIn.Answer;
import florin.core.Currency;
import florin.core.Id;
import florin.core.Id.AttemptId;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads balance transactions and payouts as Stripe's reference shows them. */
class StripeSettlementsTest extends StripeConnectorFixture {
  private static final String TRANSACTIONS = "GET /v1/balance_transactions";
  private static final String PAYOUTS = "GET /v1/payouts";
  private static final String DISPUTES = "GET /v1/disputes";
  private static final String PAYOUT = "GET /v1/payouts/po_1";
  private static final Currency EUR = Currency.get("eur");
  private static final String REFERENCE = Requests.reference().toString();
  private static final Id ATTEMPT = AttemptId.KIND.parse(REFERENCE).orElseThrow();
  private static final String METADATA = "\"metadata\": {\"florin\": \"%s\"}".formatted(REFERENCE);
  private static final String CHARGE = source("ch_1", "charge", 1000, "eur", METADATA);

  private final Instant since = now.get().minus(Duration.ofHours(5));

  @BeforeEach
  void nothing() {
    now.set(Instant.parse("2026-03-01T12:00:00Z"));
    stripe.on(TRANSACTIONS, list(false));
    stripe.on(PAYOUTS, list(false));
    stripe.on(DISPUTES, list(false));
  }

  @ParameterizedTest
  @CsvSource({
    "charge, charge, PAYMENT",
    "payment, charge, PAYMENT",
    "refund, refund, REFUND",
    "payment_refund, refund, REFUND",
    "refund, partial_capture_reversal, PAYMENT",
    "payment_failure_refund, charge_failure, PAYMENT",
    "refund_failure, refund_failure, REFUND_FAILURE",
    "adjustment, refund_failure, REFUND_FAILURE",
    "adjustment, dispute, DISPUTE",
    "adjustment, dispute_reversal, DISPUTE",
    "adjustment, fee, FEE",
    "adjustment, other_adjustment, ADJUSTMENT",
    "stripe_fee, fee, FEE",
    "stripe_fx_fee, fee, FEE",
    "tax_fee, tax, FEE",
    "reserve_transaction, risk_reserved_funds, RESERVE",
    "reserve_hold, risk_reserved_funds, RESERVE",
    "payment_network_reserve_release, x, RESERVE",
    "topup, topup, ADJUSTMENT",
    "transfer, transfer, ADJUSTMENT",
    "something_new, something_new, ADJUSTMENT"
  })
  void the_type_and_the_category_of_a_transaction_give_the_type_of_the_line(
      String type, String category, SettlementLine.Type expected) {
    assertThat(line(transaction("txn_1", type, category, -500, 0, "", CHARGE)).type())
        .isEqualTo(expected);
  }

  @Test
  void a_charge_has_the_attempt_of_its_metadata_and_its_fee_with_tax() {
    SettlementLine line =
        line(
            transaction(
                "txn_1",
                "charge",
                "charge",
                1000,
                49,
                "{\"type\": \"stripe_fee\", \"amount\": 41, \"currency\": \"eur\"}, {\"type\": \"tax\", \"amount\": 8, \"currency\": \"eur\"}",
                CHARGE));

    assertThat(line)
        .isEqualTo(
            new SettlementLine(
                "txn_1",
                SettlementLine.Type.PAYMENT,
                Optional.of(ATTEMPT),
                EUR,
                1000,
                49,
                8,
                Optional.empty(),
                "Order 17",
                Instant.ofEpochSecond(1_772_364_000),
                Instant.ofEpochSecond(1_772_536_800),
                Optional.empty()));
    assertThat(line.net()).isEqualTo(951);
    assertThat(connector.isKeyRefused()).isFalse();
  }

  @Test
  void a_fee_without_a_payment_has_no_gross_amount() {
    SettlementLine fee = line(transaction("txn_1", "stripe_fee", "fee", -250, 0, "", "null"));
    assertThat(List.of(fee.gross(), fee.fee(), fee.tax(), fee.net()))
        .containsExactly(0L, 250L, 0L, -250L);

    SettlementLine tax = line(transaction("txn_2", "tax_fee", "tax", -48, 0, "", "null"));
    assertThat(List.of(tax.gross(), tax.fee(), tax.tax(), tax.net()))
        .containsExactly(0L, 48L, 48L, -48L);

    SettlementLine returned = line(transaction("txn_3", "stripe_fee", "fee", 30, 0, "", "null"));
    assertThat(List.of(returned.gross(), returned.fee(), returned.net()))
        .containsExactly(0L, -30L, 30L);
  }

  @Test
  void a_converted_payment_keeps_the_amount_of_the_charge() {
    SettlementLine line =
        line(
            transaction(
                "txn_1",
                "charge",
                "charge",
                1834,
                60,
                "",
                source("ch_1", "charge", 2000, "usd", METADATA)));
    assertThat(line.original()).hasValue(new Original(Currency.get("usd"), 2000));

    SettlementLine refund =
        line(
            transaction(
                "txn_2",
                "refund",
                "refund",
                -917,
                0,
                "",
                source("re_1", "refund", 1000, "usd", METADATA)));
    assertThat(refund.gross()).isEqualTo(-917);
    assertThat(refund.original()).hasValue(new Original(Currency.get("usd"), -1000));
    assertThat(line(transaction("txn_1", "charge", "charge", 1000, 0, "", CHARGE)).original())
        .isEmpty();
  }

  @Test
  void a_refund_has_its_own_attempt_and_one_made_at_stripe_that_of_the_payment() {
    String own = Requests.reference().toString();
    String payment = "\"payment_intent\": {\"id\": \"pi_1\", " + METADATA + "}";
    String made = "\"metadata\": {\"florin\": \"" + own + "\"}, " + payment;
    assertThat(line(refund(made)).subject()).isEqualTo(AttemptId.KIND.parse(own));
    assertThat(line(refund("\"metadata\": {}, " + payment)).subject()).hasValue(ATTEMPT);
    assertThat(
            line(refund("\"metadata\": {}, \"charge\": {\"id\": \"ch_1\", " + METADATA + "}"))
                .subject())
        .hasValue(ATTEMPT);
    assertThat(line(refund("\"metadata\": {\"florin\": \"order-17\"}")).subject()).isEmpty();
  }

  @Test
  void a_dispute_takes_the_amount_and_its_fee_and_a_reversal_returns_both() {
    String dispute =
        source("du_1", "dispute", 1000, "eur", "\"metadata\": {}, \"charge\": " + CHARGE);
    SettlementLine taken =
        line(transaction("txn_1", "adjustment", "dispute", -1000, 2000, "", dispute));
    SettlementLine back =
        line(transaction("txn_2", "adjustment", "dispute_reversal", 1000, -2000, "", dispute));

    assertThat(List.of(taken, back))
        .extracting(SettlementLine::type, SettlementLine::net, it -> it.subject().orElseThrow())
        .containsExactly(
            tuple(SettlementLine.Type.DISPUTE, -3000L, ATTEMPT),
            tuple(SettlementLine.Type.DISPUTE, 3000L, ATTEMPT));
  }

  @Test
  void the_money_of_a_payout_that_came_back_is_in_the_next_one() {
    String line =
        transaction(
            "txn_2",
            "payout_failure",
            "payout_reversal",
            9000,
            0,
            "",
            payout("po_0", "failed", 9000));
    RemoteObject failure = RemoteObject.parse(line).orElseThrow();

    SettlementLine alone = StripeLines.line(failure, Optional.empty()).orElseThrow();
    SettlementLine later = StripeLines.line(failure, Optional.of("po_1")).orElseThrow();
    SettlementLine own = StripeLines.line(failure, Optional.of("po_0")).orElseThrow();

    assertThat(alone.paidOutWith()).isEmpty();
    assertThat(later.payout()).hasValue("po_0");
    assertThat(later.paidOutWith()).hasValue("po_1");
    assertThat(own.paidOutWith()).isEmpty();
  }

  @Test
  void a_payout_is_reported_with_its_transaction() {
    stripe.on(
        TRANSACTIONS,
        list(
            false,
            transaction(
                "txn_2",
                "payout_failure",
                "payout_reversal",
                9000,
                0,
                "",
                payout("po_1", "failed", 9000)),
            transaction(
                "txn_1", "payout", "payout", -9000, 0, "", payout("po_1", "in_transit", 9000))));

    SettlementListing.Page page = page(Optional.empty());

    assertThat(page.lines())
        .extracting(SettlementLine::type, SettlementLine::net, SettlementLine::payout)
        .containsExactly(
            tuple(SettlementLine.Type.PAYOUT_FAILURE, 9000L, Optional.of("po_1")),
            tuple(SettlementLine.Type.PAYOUT, -9000L, Optional.of("po_1")));
    assertThat(page.payouts())
        .containsExactly(
            new ReportedPayout(
                "po_1",
                Status.FAILED,
                EUR,
                9000,
                LocalDate.of(2026, 3, 3),
                Optional.of("T4B5N2"),
                Optional.of("The bank account has been closed."),
                false),
            new ReportedPayout(
                "po_1",
                Status.IN_TRANSIT,
                EUR,
                9000,
                LocalDate.of(2026, 3, 3),
                Optional.of("T4B5N2"),
                Optional.empty(),
                false));
  }

  @Test
  void a_statement_descriptor_is_no_reference_of_a_payout() {
    stripe.on(PAYOUTS, list(false, payout("po_1", "paid", 700).replace("\"T4B5N2\"", "null")));

    SettlementListing.Page page = page(Optional.of(page(Optional.empty()).cursor()));

    assertThat(page.payouts())
        .extracting(ReportedPayout::bankReference)
        .containsOnly(Optional.empty());
  }

  @ParameterizedTest
  @CsvSource({
    "pending, EXPECTED",
    "in_transit, IN_TRANSIT",
    "paid, IN_TRANSIT",
    "failed, FAILED",
    "canceled, FAILED",
    "something_new, EXPECTED"
  })
  void the_status_of_a_payout_at_stripe_gives_its_status(String status, Status expected) {
    stripe.on(PAYOUTS, list(false, payout("po_1", status, -700)));

    SettlementListing.Page page = page(Optional.of(page(Optional.empty()).cursor()));

    assertThat(page.payouts())
        .extracting(ReportedPayout::status, ReportedPayout::amount, ReportedPayout::hasAllLines)
        .containsExactly(tuple(expected, -700L, false));
  }

  @Test
  void the_transactions_of_a_reconciled_payout_are_read_once_and_page_by_page() {
    stripe.on(PAYOUTS, list(false, reconciled("po_1")));
    stripe.on(PAYOUT, reconciled("po_1"));
    SettlementListing.Page first = page(Optional.empty());
    SettlementListing.Page payouts = page(Optional.of(first.cursor()));
    assertThat(payouts.payouts()).extracting(ReportedPayout::hasAllLines).containsExactly(false);
    stripe.on(
        TRANSACTIONS,
        new Answer(200, list(true, transaction("txn_2", "charge", "charge", 1000, 0, "", CHARGE))),
        new Answer(200, list(false, transaction("txn_1", "charge", "charge", 500, 0, "", CHARGE))),
        new Answer(200, list(false)));
    SettlementListing.Page lines = page(Optional.of(payouts.cursor()));
    assertThat(stripe.last().form())
        .isEqualTo(
            "payout=po_1&limit=50&expand%5B0%5D=data.source&expand%5B1%5D=data.source.charge&expand%5B2%5D=data.source.payment_intent");
    assertThat(lines.payouts()).isEmpty();
    SettlementListing.Page last = page(Optional.of(lines.cursor()));

    assertThat(Stream.of(lines, last).flatMap(it -> it.lines().stream()))
        .extracting(SettlementLine::reference, SettlementLine::payout)
        .containsExactly(tuple("txn_2", Optional.of("po_1")), tuple("txn_1", Optional.of("po_1")));
    assertThat(last.payouts())
        .extracting(ReportedPayout::reference, ReportedPayout::hasAllLines)
        .containsExactly(tuple("po_1", true));
    SettlementListing.Page end = page(Optional.of(last.cursor()));
    assertThat(end.hasMore()).isFalse();

    stripe.forget();
    SettlementListing.Page again = page(Optional.of(page(Optional.of(end.cursor())).cursor()));
    assertThat(again.payouts()).extracting(ReportedPayout::hasAllLines).containsExactly(true);
    assertThat(page(Optional.of(again.cursor())).hasMore()).isFalse();
    assertThat(stripe.calls()).containsExactly(TRANSACTIONS, PAYOUTS, DISPUTES);
  }

  @Test
  void payouts_that_are_not_listed_again_take_no_space_in_the_cursor() {
    String old = reconciled("po_1").replace("\"created\": 1772364000", "\"created\": 1762364000");
    stripe.on(PAYOUTS, list(false, old));
    stripe.on(PAYOUT, old);
    Optional<String> cursor = Optional.of(page(Optional.empty()).cursor());

    SettlementListing.Page last = page(Optional.of(page(cursor).cursor()));

    assertThat(last.payouts()).extracting(ReportedPayout::hasAllLines).containsExactly(true);
    assertThat(last.cursor()).doesNotContain("po_1");
  }

  @Test
  void a_manual_payout_never_has_all_lines() {
    stripe.on(
        PAYOUTS,
        list(false, reconciled("po_1").replace("\"automatic\": true", "\"automatic\": false")));

    SettlementListing.Page page = page(Optional.of(page(Optional.empty()).cursor()));

    assertThat(page.payouts()).extracting(ReportedPayout::hasAllLines).containsExactly(false);
    assertThat(page.cursor()).doesNotContain("po_1");
  }

  @Test
  void windows_are_read_from_the_oldest_and_the_last_hour_again() {
    Instant long_ago = now.get().minus(Duration.ofDays(10));
    SettlementListing.Page first = page(long_ago, Optional.empty());
    assertThat(created()).isEqualTo(range(long_ago, long_ago.plus(Duration.ofDays(7))));
    assertThat(first.hasMore()).isTrue();

    stripe.on(
        TRANSACTIONS,
        new Answer(200, list(true, transaction("txn_9", "charge", "charge", 1000, 0, "", CHARGE))),
        new Answer(200, list(false)));
    SettlementListing.Page second = page(long_ago, Optional.of(first.cursor()));
    assertThat(created()).isEqualTo(range(long_ago.plus(Duration.ofDays(7)), now.get()));
    SettlementListing.Page third = page(long_ago, Optional.of(second.cursor()));
    assertThat(stripe.last().form()).contains("&starting_after=txn_9&");
    SettlementListing.Page end = page(long_ago, Optional.of(third.cursor()));
    assertThat(stripe.last().form())
        .isEqualTo("created%5Bgte%5D=" + long_ago.getEpochSecond() + "&limit=20");
    end = page(long_ago, Optional.of(end.cursor()));
    assertThat(end.hasMore()).isFalse();

    Instant before = now.get();
    now.set(before.plus(Duration.ofDays(40)));
    page(Optional.of(end.cursor()));
    assertThat(created())
        .isEqualTo(
            range(
                before.minus(Duration.ofHours(1)),
                before.minus(Duration.ofHours(1)).plus(Duration.ofDays(7))));
  }

  @Test
  void the_status_of_payouts_is_read_again_for_thirty_days() {
    SettlementListing.Page end = page(Optional.of(page(Optional.empty()).cursor()));
    end = page(Optional.of(end.cursor()));
    now.set(now.get().plus(Duration.ofDays(3)));
    page(Optional.of(page(Optional.of(end.cursor())).cursor()));
    assertThat(stripe.last().form()).startsWith("created%5Bgte%5D=" + since.getEpochSecond());
    now.set(now.get().plus(Duration.ofDays(40)));
    Optional<String> cursor = Optional.of(end.cursor());
    String ofPayouts = "";
    for (int cycle = 0; cycle < 2; cycle++) {
      SettlementListing.Page page;
      do {
        page = page(cursor);
        cursor = Optional.of(page.cursor());
        if (stripe.calls().getLast().equals(PAYOUTS)) {
          ofPayouts = stripe.last().form();
        }
      } while (page.hasMore());
    }

    assertThat(ofPayouts)
        .startsWith("created%5Bgte%5D=" + now.get().minus(Duration.ofDays(30)).getEpochSecond());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "b{}", "a", "a[]", "a{\"since\":\"x\"}", "nonsense"})
  void a_cursor_of_another_version_starts_over(String cursor) {
    page(Optional.of(cursor));

    assertThat(created()).isEqualTo(range(since, now.get()));
  }

  @Test
  void a_list_that_repeats_itself_or_has_too_many_objects_is_not_read() {
    String same = list(true, transaction("txn_1", "charge", "charge", 1000, 0, "", CHARGE));
    stripe.on(TRANSACTIONS, same);
    SettlementListing.Page first = page(Optional.empty());
    assertThat(unanswered(Optional.of(first.cursor())))
        .isEqualTo("Stripe's list repeats itself or doesn't end.");

    stripe.on(TRANSACTIONS, list(true));
    assertThat(unanswered(Optional.empty()))
        .isEqualTo("Stripe's list repeats itself or doesn't end.");

    stripe.on(
        TRANSACTIONS,
        list(
            false,
            IntStream.range(0, 1_001)
                .mapToObj(i -> "{\"id\": \"txn_" + i + "\"}")
                .toArray(String[]::new)));
    assertThat(unanswered(Optional.empty()))
        .isEqualTo("Stripe returned a list in a form unknown to Florin.");
  }

  @Test
  void a_list_that_never_ends_is_given_up() {
    stripe.on(TRANSACTIONS, list(true, transaction("txn_1", "charge", "charge", 1, 0, "", CHARGE)));
    SettlementListing.Page first = page(Optional.empty());
    stripe.on(TRANSACTIONS, list(true, transaction("txn_2", "charge", "charge", 1, 0, "", CHARGE)));
    String late =
        first
            .cursor()
            .replace(
                "\"after_pages\":\"1\"", "\"after_pages\":\"" + StripeSettlements.MAX_PAGES + "\"");
    assertThat(late).isNotEqualTo(first.cursor());

    assertThat(unanswered(Optional.of(late)))
        .isEqualTo("Stripe's list repeats itself or doesn't end.");
  }

  @Test
  void a_transaction_that_cannot_be_read_is_named_and_nothing_of_its_page_is_reported() {
    String whole = transaction("txn_1", "charge", "charge", 1000, 0, "", CHARGE);
    for (String broken :
        List.of(
            whole.replace("\"net\": 1000", "\"net\": 999"),
            whole.replace("\"amount\": 1000, \"fee\"", "\"fee\""),
            whole.replace("\"created\"", "\"made\""),
            transaction("txn_1", "payout", "payout", -1, 0, "", "null"),
            transaction("txn_1", "payout", "payout", -1, 0, "", "\"po_1\""))) {
      stripe.on(TRANSACTIONS, list(false, broken));
      assertThat(unanswered(Optional.empty())).endsWith("in a form unknown to Florin.");
    }
    stripe.on(TRANSACTIONS, "{\"data\": []}");
    assertThat(unanswered(Optional.empty()))
        .isEqualTo("Stripe returned a list in a form unknown to Florin.");
    stripe.on(TRANSACTIONS, "[]");
    assertThat(unanswered(Optional.empty())).startsWith("Stripe returned an unexpected response");
  }

  @Test
  void transactions_of_other_balances_and_currencies_are_left_out() {
    String whole = transaction("txn_1", "charge", "charge", 1000, 0, "", CHARGE);
    stripe.on(
        TRANSACTIONS,
        list(
            false,
            whole,
            whole.replace("\"payments\"", "\"risk_reserved\""),
            whole.replace("\"currency\": \"eur\", \"net\"", "\"currency\": \"xyz\", \"net\"")));

    assertThat(page(Optional.empty()).lines()).hasSize(1);
  }

  @Test
  void a_page_that_is_too_large_is_read_in_smaller_parts() {
    stripe.on(
        TRANSACTIONS,
        new Answer(200, "{\"x\": \"" + "x".repeat(1 << 20) + "\"}"),
        new Answer(200, list(true, transaction("txn_5", "charge", "charge", 1000, 0, "", CHARGE))));

    SettlementListing.Page page = page(Optional.empty());

    assertThat(page.lines()).hasSize(1);
    assertThat(page.cursor()).contains("txn_5");
    assertThat(stripe.last().form()).contains("&limit=5&");
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403})
  void a_key_without_the_permission_can_still_be_used_for_payments(int status) {
    stripe.on(TRANSACTIONS, status, StripeJson.error("invalid_request_error", "x"));

    assertThat(unanswered(Optional.empty()))
        .startsWith(
            "Stripe doesn't allow this key to read balance transactions and payouts (status ")
        .contains("Balance Transaction Sources", "Payouts", "Payments are not affected.");
    assertThat(connector.isKeyRefused()).isFalse();
  }

  @Test
  void an_error_of_stripe_reports_nothing_and_is_read_again() {
    stripe.on(TRANSACTIONS, 500, "{}");
    assertThat(unanswered(Optional.empty())).contains("status 500");
    stripe.on(TRANSACTIONS, 429, "{}");
    assertThat(unanswered(Optional.empty())).startsWith("Stripe could not be reached");
    stripe.on(TRANSACTIONS, list(false));
    assertThat(page(Optional.empty()).hasMore()).isTrue();
  }

  @Test
  void the_cursor_stays_short_with_many_payouts() {
    String[] all =
        IntStream.range(0, 20)
            .mapToObj(i -> reconciled("po_1PgaxNB7WZ01zgkWEV3TLf" + (100 + i)))
            .toArray(String[]::new);
    for (String payout : all) {
      String id = payout.substring(8, payout.indexOf('"', 8));
      stripe.on("GET /v1/payouts/" + id, payout);
    }
    stripe.on(PAYOUTS, list(false, all));
    Optional<String> cursor = Optional.empty();
    int pages = 0;
    SettlementListing.Page page;
    do {
      page = page(cursor);
      cursor = Optional.of(page.cursor());
      assertThat(page.cursor().length()).isLessThan(SettlementListing.MAX_CURSOR);
      pages++;
    } while (page.hasMore() && pages < 100);

    assertThat(pages).isEqualTo(23);
  }

  @Test
  void disputes_are_read_page_by_page_and_those_of_the_last_hour_again() {
    String other = Requests.reference().toString();
    String first =
        "{\"id\": \"dp_2\", \"payment_intent\": {\"id\": \"pi_1\", %s}}".formatted(METADATA);
    String second =
        "{\"id\": \"dp_1\", \"charge\": {\"id\": \"ch_1\", \"metadata\": {\"florin\": \"%s\"}}}"
            .formatted(other);
    String foreign = "{\"id\": \"dp_0\", \"charge\": {\"id\": \"ch_0\", \"metadata\": {}}}";
    stripe.on(
        DISPUTES,
        new Answer(200, list(true, first)),
        new Answer(200, list(false, second, foreign)),
        new Answer(200, list(false)));
    Optional<String> payouts = Optional.of(page(Optional.empty()).cursor());
    Optional<String> disputes = Optional.of(page(payouts).cursor());
    Instant began = now.get();

    SettlementListing.Page page = page(disputes);
    assertThat(page.disputed()).extracting(AttemptId::text).containsExactly(REFERENCE);
    assertThat(stripe.last().form())
        .isEqualTo(
            "created%5Bgte%5D="
                + since.getEpochSecond()
                + "&limit=10&expand%5B0%5D=data.charge&expand%5B1%5D=data.payment_intent");
    now.set(began.plus(Duration.ofMinutes(5)));
    SettlementListing.Page last = page(Optional.of(page.cursor()));
    assertThat(stripe.last().form()).contains("&starting_after=dp_2&");
    assertThat(last.disputed()).extracting(AttemptId::text).containsExactly(other);
    assertThat(last.hasMore()).isFalse();

    now.set(began.plus(Duration.ofDays(1)));
    Optional<String> next = Optional.of(page(Optional.of(last.cursor())).cursor());
    page(Optional.of(page(next).cursor()));
    assertThat(stripe.last().form())
        .startsWith("created%5Bgte%5D=" + began.minus(Duration.ofHours(1)).getEpochSecond() + "&");
  }

  private SettlementLine line(String transaction) {
    stripe.on(TRANSACTIONS, list(false, transaction));
    return page(Optional.empty()).lines().getFirst();
  }

  private SettlementListing.Page page(Optional<String> cursor) {
    return page(since, cursor);
  }

  private SettlementListing.Page page(Instant since, Optional<String> cursor) {
    return (SettlementListing.Page) connector.listSettlements(since, cursor, soon());
  }

  private String unanswered(Optional<String> cursor) {
    return ((SettlementListing.Unanswered) connector.listSettlements(since, cursor, soon()))
        .detail();
  }

  private String created() {
    return stripe.last().form().split("&limit=")[0];
  }

  private static String range(Instant from, Instant to) {
    return "created%5Bgte%5D=" + from.getEpochSecond() + "&created%5Blt%5D=" + to.getEpochSecond();
  }

  private static String list(boolean hasMore, String... objects) {
    return "{\"object\": \"list\", \"has_more\": %s, \"data\": [%s]}"
        .formatted(hasMore, Stream.of(objects).collect(Collectors.joining(", ")));
  }

  private static String refund(String more) {
    return transaction(
        "txn_1", "refund", "refund", -300, 0, "", source("re_1", "refund", 300, "eur", more));
  }

  private static String source(
      String id, String object, long amount, String currency, String more) {
    return "{\"id\": \"%s\", \"object\": \"%s\", \"amount\": %d, \"currency\": \"%s\", %s}"
        .formatted(id, object, amount, currency, more);
  }

  private static String transaction(
      String id, String type, String category, long amount, long fee, String fees, String source) {
    return """
    {"id": "%s", "object": "balance_transaction", "amount": %d, "fee": %d, "fee_details": [%s], "currency": "eur", "net": %d,
     "type": "%s", "reporting_category": "%s", "source": %s, "description": "Order 17", "status": "pending",
     "balance_type": "payments", "created": 1772364000, "available_on": 1772536800, "exchange_rate": null}\
    """
        .formatted(id, amount, fee, fees, amount - fee, type, category, source);
  }

  private static String payout(String id, String status, long amount) {
    return """
    {"id": "%s", "object": "payout", "livemode": false, "status": "%s", "amount": %d, "currency": "eur", "automatic": true,
     "arrival_date": 1772496000, "created": 1772364000, "reconciliation_status": "in_progress",
     "statement_descriptor": "SHOP", "trace_id": {"status": "supported", "value": "T4B5N2"},
     "failure_code": %s, "failure_message": %s}\
    """
        .formatted(
            id,
            status,
            amount,
            status.equals("failed") ? "\"account_closed\"" : "null",
            status.equals("failed") ? "\"The bank account has been closed.\"" : "null");
  }

  private static String reconciled(String id) {
    return payout(id, "paid", 1500).replace("in_progress", "completed");
  }
}
