package florin.connector.mollie;

import static florin.connector.Requests.eur;
import static florin.connector.Requests.soon;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import florin.connector.Connector;
import florin.connector.ConnectorSetup;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.connector.Exchanges;
import florin.connector.OperationKind;
import florin.connector.OperationRef;
import florin.connector.Requests;
import florin.connector.SettlementLine;
import florin.connector.SettlementLine.Original;
import florin.connector.SettlementListing;
import florin.connector.SettlementListing.ReportedPayout;
import florin.connector.SettlementListing.ReportedPayout.Status;
import florin.connector.instance.ExchangeStore;
import florin.connector.remote.RemoteClient;
import florin.connector.remote.RemoteFacts;
import florin.core.Currency;
import florin.core.Id.ConnectorId;
import florin.core.Money;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.TestPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads balance transactions and settlements as Mollie's reference shows them. */
@TestInstance(Lifecycle.PER_CLASS)
class MollieSettlementsTest {
  private static final String KEY = "test_abcdefghijklmnopqrstuvwxyz123456";
  private static final String TOKEN = "access_abcdefghijklmnopqrstuvwxyz";
  private static final String BALANCE = "/v2/balances";
  private static final String TRANSACTIONS = "/v2/balances/bal_1/transactions";
  private static final String SETTLEMENTS = "/v2/settlements";
  private static final Pattern FROM = Pattern.compile("from=([^&]+)");
  private static final Pattern LIMIT = Pattern.compile("limit=([0-9]+)");
  private static final Pattern ID = Pattern.compile("'id': '([^']+)'");
  private static final Currency EUR = Currency.get("eur");
  private static final Currency USD = Currency.get("usd");
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Instant SINCE = Instant.parse("2026-02-20T00:00:00Z");

  private final HttpServer server;
  private final Map<String, List<String>> lists = new ConcurrentHashMap<>();
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final List<String> calls = new CopyOnWriteArrayList<>();
  private volatile int pageSize = 100;
  private final AtomicReference<Instant> now = new AtomicReference<>(NOW);
  private final Db db;
  private final GroupCommit commits;
  private final MollieKind kind;
  private final ConnectorId id = new ConnectorId(UUID.randomUUID());
  private final Exchanges exchanges;
  private final Connector connector;

  private record Answer(int status, String body) {}

  MollieSettlementsTest() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    var database = TestPostgres.freshDatabase();
    db = new Db(database);
    commits = new GroupCommit("exchange", database::connect, 1, GroupCommit.DEFAULT_PATIENCE);
    exchanges = new ExchangeStore(Optional.of(commits), db, now::get).of(Requests.REALM, id);
    kind = new MollieKind(client(), false, now::get);
    connector = open(kind, Map.of("api_key", KEY, "organization_token", TOKEN));
  }

  private RemoteClient<MollieError> client() {
    return new RemoteClient<>(
        new MollieApi(),
        URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
        List.of());
  }

  private Connector open(MollieKind kind, Map<String, String> secrets) {
    return kind.open(
        new ConnectorSetup(Requests.REALM, id, Map.of(), new ProviderSecrets(secrets)), exchanges);
  }

  @AfterAll
  void close() {
    kind.close();
    server.stop(0);
    commits.close();
    db.close();
  }

  @BeforeEach
  void nothing() {
    now.set(NOW);
    pageSize = 100;
    answers.clear();
    answers.put(
        BALANCE,
        new Answer(
            200,
            "{'_embedded': {'balances': [{'resource': 'balance', 'id': 'bal_1', 'mode': 'test'}]}}"));
    lists.clear();
    lists.put(TRANSACTIONS, List.of());
    lists.put(SETTLEMENTS, List.of());
    calls.clear();
  }

  @ParameterizedTest
  @CsvSource({
    "payment, PAYMENT",
    "capture, PAYMENT",
    "failed-payment, PAYMENT",
    "refund, REFUND",
    "platform-payment-refund, REFUND",
    "returned-refund, REFUND_FAILURE",
    "chargeback, DISPUTE",
    "chargeback-reversal, DISPUTE",
    "unauthorized-direct-debit, DISPUTE",
    "payment-fee, FEE",
    "invoice-compensation, FEE",
    "balance-charge-fee, FEE",
    "managed-fee, FEE",
    "rolling-reserve-hold, RESERVE",
    "rolling-reserve-release, RESERVE",
    "cash-collateral-issuance, RESERVE",
    "balance-correction, ADJUSTMENT",
    "topup, ADJUSTMENT",
    "loan, ADJUSTMENT",
    "outgoing-transfer, ADJUSTMENT",
    "something-new, ADJUSTMENT"
  })
  void the_type_of_a_transaction_gives_the_type_of_the_line(
      String type, SettlementLine.Type expected) {
    assertThat(line(movement("baltr_1", type, "-1.00", "0.00", "")).type()).isEqualTo(expected);
  }

  @Test
  void a_payment_has_its_attempt_and_its_fee() {
    OperationRef payment = sent(OperationKind.AUTHORIZE, "tr_1", RemoteFacts.asked(eur(1000)));

    assertThat(
            lines(
                movement(
                    "baltr_1",
                    "payment",
                    "10.00",
                    "-0.29",
                    "'paymentId': 'tr_1', 'paymentDescription': 'Order 17'")))
        .containsExactly(
            new SettlementLine(
                "baltr_1",
                SettlementLine.Type.PAYMENT,
                Optional.of(payment.id()),
                EUR,
                1000,
                29,
                0,
                Optional.empty(),
                "Order 17",
                Instant.parse("2026-02-28T12:00:00Z"),
                Instant.parse("2026-02-28T12:00:00Z"),
                Optional.empty()));
    assertThat(calls.get(1)).isEqualTo(TRANSACTIONS + "?limit=100&testmode=true");
    // The context may be within the name of the type.
    assertThat(
            line(movement("baltr_1", "payment", "1.00", "0.00", "'payment': {'paymentId': 'tr_1'}"))
                .subject())
        .hasValue(payment.id());
    assertThat(
            line(movement("baltr_1", "payment", "1.00", "0.00", "'paymentId': 'tr_other'"))
                .subject())
        .isEmpty();
  }

  @Test
  void reserves_and_repayments_within_the_deductions_are_lines_of_their_own() {
    String whole =
        movement("baltr_1", "payment", "10.00", "-0.29", "")
            .replace(
                "'context'",
                """
                'deductionDetails': {'fees': {'currency': 'EUR', 'value': '-0.02'}, 'commissions': {'currency': 'EUR', 'value': '-0.08'},
                 'reservations': {'currency': 'EUR', 'value': '-0.09'}, 'repayments': {'currency': 'EUR', 'value': '-0.10'}}, 'context'\
                """);

    List<SettlementLine> lines = lines(whole);

    assertThat(lines)
        .extracting(
            SettlementLine::reference,
            SettlementLine::type,
            SettlementLine::gross,
            SettlementLine::fee)
        .containsExactly(
            tuple("baltr_1", SettlementLine.Type.PAYMENT, 1000L, 10L),
            tuple("baltr_1:reserve", SettlementLine.Type.RESERVE, -9L, 0L),
            tuple("baltr_1:repayment", SettlementLine.Type.ADJUSTMENT, -10L, 0L));
    assertThat(lines.stream().mapToLong(SettlementLine::net).sum()).isEqualTo(971);
  }

  @Test
  void a_fee_without_a_payment_has_no_gross_amount() {
    SettlementLine fee = line(movement("baltr_1", "balance-charge-fee", "-2.50", "0.00", ""));
    assertThat(List.of(fee.gross(), fee.fee(), fee.net())).containsExactly(0L, 250L, -250L);
    SettlementLine returned = line(movement("baltr_2", "invoice-compensation", "0.03", "0.00", ""));
    assertThat(List.of(returned.gross(), returned.fee(), returned.net()))
        .containsExactly(0L, -3L, 3L);
  }

  @Test
  void a_refund_has_its_own_attempt_and_one_made_at_mollie_that_of_the_payment() {
    OperationRef payment = sent(OperationKind.AUTHORIZE, "tr_2", RemoteFacts.asked(eur(1000)));
    OperationRef refund = sent(OperationKind.REFUND, "re_2", Map.of());

    SettlementLine ours =
        line(
            movement(
                "baltr_1", "refund", "-3.00", "-0.25", "'paymentId': 'tr_2', 'refundId': 're_2'"));
    assertThat(ours.subject()).hasValue(refund.id());
    assertThat(List.of(ours.gross(), ours.fee(), ours.net())).containsExactly(-300L, 25L, -325L);
    assertThat(
            line(movement(
                    "baltr_1",
                    "returned-refund",
                    "3.00",
                    "0.00",
                    "'paymentId': 'tr_2', 'refundId': 're_9'"))
                .subject())
        .hasValue(payment.id());
  }

  @Test
  void a_chargeback_and_its_reversal_have_the_attempt_of_the_payment() {
    OperationRef payment = sent(OperationKind.AUTHORIZE, "tr_3", RemoteFacts.asked(eur(1000)));
    String context = "'paymentId': 'tr_3', 'chargebackId': 'chb_1'";

    assertThat(
            lines(
                movement("baltr_2", "chargeback-reversal", "10.00", "0.00", context),
                movement("baltr_1", "chargeback", "-10.00", "-7.50", context)))
        .extracting(SettlementLine::type, SettlementLine::net, it -> it.subject().orElseThrow())
        .containsExactly(
            tuple(SettlementLine.Type.DISPUTE, 1000L, payment.id()),
            tuple(SettlementLine.Type.DISPUTE, -1750L, payment.id()));
  }

  @Test
  void a_converted_movement_has_the_amount_that_the_payment_shows() {
    sent(OperationKind.AUTHORIZE, "tr_4", RemoteFacts.asked(new Money(2000, USD)));
    answers.put(
        "/v2/payments/tr_4",
        new Answer(
            200,
            """
            {'resource': 'payment', 'id': 'tr_4', 'mode': 'test', 'amount': {'currency': 'USD', 'value': '20.00'},
             '_embedded': {'refunds': [{'id': 're_4', 'amount': {'currency': 'USD', 'value': '5.00'}}],
               'chargebacks': [{'id': 'chb_4', 'amount': {'currency': 'USD', 'value': '15.00'}}],
               'captures': [{'id': 'cpt_4', 'amount': {'currency': 'USD', 'value': '18.00'}}]}}\
            """));

    assertThat(
            lines(
                movement(
                    "baltr_4",
                    "chargeback",
                    "-13.80",
                    "0.00",
                    "'paymentId': 'tr_4', 'chargebackId': 'chb_4'"),
                movement(
                    "baltr_3",
                    "refund",
                    "-4.60",
                    "0.00",
                    "'paymentId': 'tr_4', 'refundId': 're_4'"),
                movement(
                    "baltr_2",
                    "capture",
                    "16.50",
                    "0.00",
                    "'paymentId': 'tr_4', 'captureId': 'cpt_4'"),
                movement("baltr_1", "payment", "18.34", "-0.60", "'paymentId': 'tr_4'")))
        .extracting(SettlementLine::currency, it -> it.original().orElseThrow())
        .containsExactly(
            tuple(EUR, new Original(USD, -1500)),
            tuple(EUR, new Original(USD, -500)),
            tuple(EUR, new Original(USD, 1800)),
            tuple(EUR, new Original(USD, 2000)));

    lists.put(
        TRANSACTIONS,
        List.of(
            movement(
                "baltr_3", "refund", "-4.60", "0.00", "'paymentId': 'tr_4', 'refundId': 're_9'")));
    assertThat(unanswered(Optional.empty()))
        .isEqualTo("Mollie reports tr_4 in a form unknown to Florin.");
  }

  @Test
  void transactions_that_add_up_to_a_transfer_are_reported_with_its_settlement() {
    pageSize = 2;
    settlement("stl_2", "paidout", "15.00");
    settlement("stl_1", "paidout", "7.00");
    lists.put(
        TRANSACTIONS,
        List.of(
            movement("baltr_7", "payment", "3.00", "0.00", ""),
            transfer("baltr_6", "-15.00", "stl_2"),
            movement("baltr_5", "refund", "-4.00", "-1.00", ""),
            movement("baltr_4", "payment", "21.00", "-1.00", ""),
            transfer("baltr_3", "-7.00", "stl_1"),
            movement("baltr_2", "payment", "5.00", "0.00", "")));

    List<SettlementListing.Page> pages = cycle(Optional.empty());

    assertThat(pages.stream().flatMap(it -> it.lines().stream()))
        .filteredOn(it -> it.payout().isPresent())
        .extracting(SettlementLine::reference, SettlementLine::type, it -> it.payout().get())
        .containsExactly(
            tuple("baltr_6", SettlementLine.Type.PAYOUT, "stl_2"),
            tuple("baltr_5", SettlementLine.Type.REFUND, "stl_2"),
            tuple("baltr_4", SettlementLine.Type.PAYMENT, "stl_2"),
            tuple("baltr_3", SettlementLine.Type.PAYOUT, "stl_1"));
    assertThat(pages.stream().flatMap(it -> it.lines().stream()))
        .extracting(SettlementLine::reference)
        .contains("baltr_7", "baltr_2");
    assertThat(pages.stream().flatMap(it -> it.payouts().stream()))
        .extracting(ReportedPayout::reference, ReportedPayout::hasAllLines)
        .containsSubsequence(tuple("stl_2", false), tuple("stl_2", true), tuple("stl_1", false))
        .doesNotContain(tuple("stl_1", true));
    assertThat(pages.getLast().payouts())
        .extracting(ReportedPayout::reference, ReportedPayout::hasAllLines)
        .containsExactly(tuple("stl_2", true), tuple("stl_1", false));
  }

  @Test
  void the_first_payout_of_a_balance_has_all_transactions_before_it() {
    settlement("stl_1", "paidout", "5.00");
    lists.put(
        TRANSACTIONS,
        List.of(
            transfer("baltr_3", "-5.00", "stl_1"),
            movement("baltr_2", "payment", "5.00", "0.00", "")));

    List<SettlementListing.Page> pages = cycle(Optional.empty());

    assertThat(pages.get(1).lines())
        .extracting(SettlementLine::payout)
        .containsExactly(Optional.of("stl_1"));
    assertThat(pages.get(1).payouts())
        .extracting(ReportedPayout::hasAllLines)
        .containsExactly(true);
  }

  @Test
  void a_returned_transfer_is_a_failed_payout_and_no_part_of_another() {
    settlement("stl_2", "paidout", "7.00");
    settlement("stl_1", "failed", "5.00");
    lists.put(
        TRANSACTIONS,
        List.of(
            transfer("baltr_5", "-7.00", "stl_2"),
            movement("baltr_4", "payment", "2.00", "0.00", ""),
            transfer("baltr_3", "5.00", "stl_1").replace("outgoing-transfer", "returned-transfer"),
            transfer("baltr_2", "-5.00", "stl_1"),
            movement("baltr_1", "payment", "5.00", "0.00", "")));

    List<SettlementListing.Page> pages = cycle(Optional.empty());

    assertThat(pages.getFirst().lines())
        .extracting(SettlementLine::type, SettlementLine::net, SettlementLine::payout)
        .contains(tuple(SettlementLine.Type.PAYOUT_FAILURE, 500L, Optional.of("stl_1")));
    assertThat(pages.getLast().payouts())
        .extracting(
            ReportedPayout::reference,
            ReportedPayout::status,
            ReportedPayout::failure,
            ReportedPayout::hasAllLines)
        .containsExactly(
            tuple("stl_2", Status.IN_TRANSIT, Optional.empty(), false),
            tuple("stl_1", Status.FAILED, Optional.of("failed"), true));
  }

  @Test
  void a_negative_payout_is_collected_from_the_bank() {
    settlement("stl_1", "paidout", "-4.00");
    lists.put(
        TRANSACTIONS,
        List.of(
            transfer("baltr_2", "4.00", "stl_1"),
            movement("baltr_1", "refund", "-4.00", "0.00", "")));

    List<SettlementListing.Page> pages = cycle(Optional.empty());

    assertThat(pages.getFirst().lines().getFirst().net()).isEqualTo(400);
    assertThat(pages.getLast().payouts())
        .containsExactly(
            new ReportedPayout(
                "stl_1",
                Status.IN_TRANSIT,
                EUR,
                -400,
                LocalDate.of(2026, 2, 28),
                Optional.of("1234567.2404.stl_1"),
                Optional.empty(),
                true));
  }

  @ParameterizedTest
  @CsvSource({
    "pending, EXPECTED",
    "processing-at-bank, IN_TRANSIT",
    "paidout, IN_TRANSIT",
    "failed, FAILED",
    "something-new, EXPECTED"
  })
  void the_status_of_a_settlement_gives_that_of_the_payout(String status, Status expected) {
    settlement("stl_1", status, "4.00");

    assertThat(cycle(Optional.empty()).getLast().payouts())
        .extracting(ReportedPayout::status)
        .containsExactly(expected);
  }

  @Test
  void an_open_settlement_and_one_of_long_ago_are_no_payouts_of_this_cycle() {
    settlement("stl_2", "open", "4.00");
    settlement("stl_1", "paidout", "4.00");
    lists.put(
        SETTLEMENTS,
        requireNonNull(lists.get(SETTLEMENTS)).stream()
            .map(it -> it.contains("stl_1") ? it.replace("2026-02-28", "2026-01-28") : it)
            .toList());

    List<SettlementListing.Page> pages = cycle(Optional.empty());

    assertThat(pages.getLast().payouts()).isEmpty();
    assertThat(calls.getLast()).isEqualTo(SETTLEMENTS + "?balanceId=bal_1&limit=50");
  }

  @Test
  void the_next_cycle_reads_what_is_new_and_one_hour_more() {
    var all = new ArrayList<String>();
    for (int hour = 23; hour >= 1; hour--) {
      all.add(
          movement("baltr_" + hour, "payment", "1.00", "0.00", "")
              .replace("T12:00:00", "T%02d:00:00".formatted(hour)));
    }
    lists.put(TRANSACTIONS, List.copyOf(all.subList(4, all.size())));
    List<SettlementListing.Page> first = cycle(Optional.empty());
    assertThat(first.getFirst().lines()).hasSize(19);
    lists.put(TRANSACTIONS, List.copyOf(all));
    pageSize = 3;

    List<SettlementListing.Page> next = cycle(Optional.of(first.getLast().cursor()));

    assertThat(next.stream().flatMap(it -> it.lines().stream()))
        .extracting(SettlementLine::reference)
        .containsExactly("baltr_23", "baltr_22", "baltr_21", "baltr_20", "baltr_19", "baltr_18");
    assertThat(next).hasSize(4);
  }

  @Test
  void many_transfers_are_read_in_several_calls_with_a_short_cursor() {
    var all = new ArrayList<String>();
    for (int i = 95; i > 0; i--) {
      settlement("stl_wWuSLmsLzeDVRRYAq9y" + i, "paidout", "1.00");
      all.add(transfer("baltr_x" + i, "-1.00", "stl_wWuSLmsLzeDVRRYAq9y" + i));
      all.add(movement("baltr_y" + i, "payment", "1.00", "0.00", ""));
    }
    lists.put(TRANSACTIONS, all);

    List<SettlementListing.Page> pages = cycle(Optional.empty());

    assertThat(pages.stream().mapToInt(it -> it.cursor().length()).max().orElse(0))
        .isLessThan(SettlementListing.MAX_CURSOR);
    assertThat(
            pages.subList(pages.size() - 2, pages.size()).stream()
                .flatMap(it -> it.payouts().stream()))
        .hasSize(95)
        .allMatch(ReportedPayout::hasAllLines);
  }

  @Test
  void a_page_reads_ten_settlements_at_most() {
    var all = new ArrayList<String>();
    for (int i = 15; i > 0; i--) {
      settlement("stl_" + i, "paidout", "1.00");
      all.add(transfer("baltr_" + i, "-1.00", "stl_" + i));
    }
    lists.put(TRANSACTIONS, all);

    List<SettlementListing.Page> pages = cycle(Optional.empty());

    assertThat(pages).extracting(it -> it.lines().size()).containsExactly(10, 5, 0);
    assertThat(pages).extracting(it -> it.payouts().size()).containsExactly(10, 5, 15);
  }

  @Test
  void settlements_that_are_not_read_again_take_no_space_in_the_cursor() {
    settlement("stl_1", "paidout", "5.00");
    answers.computeIfPresent(
        SETTLEMENTS + "/stl_1",
        (_, it) -> new Answer(200, it.body().replace("2026-02-28", "2026-01-28")));
    lists.put(SETTLEMENTS, List.of());
    lists.put(
        TRANSACTIONS,
        List.of(
            transfer("baltr_3", "-5.00", "stl_1"),
            movement("baltr_2", "payment", "5.00", "0.00", "")));

    List<SettlementListing.Page> pages = cycle(Optional.empty());

    assertThat(pages.get(1).payouts())
        .extracting(ReportedPayout::hasAllLines)
        .containsExactly(true);
    assertThat(pages.getLast().cursor()).doesNotContain("stl_1");
  }

  @Test
  void a_list_that_repeats_itself_does_not_end_or_is_too_long_is_not_read() {
    pageSize = 1;
    lists.put(
        TRANSACTIONS,
        List.of(
            movement("baltr_2", "payment", "1.00", "0.00", ""),
            movement("baltr_1", "payment", "1.00", "0.00", "")));
    String second = page(Optional.empty()).cursor();
    assertThat(
            unanswered(
                Optional.of(
                    second
                        .replace("baltr_1", "baltr_2")
                        .replace("\"pages\":\"1\"", "\"pages\":\"20000\""))))
        .isEqualTo("Mollie's list repeats itself or doesn't end.");

    // The parameter `from` is ignored.
    answers.put(
        TRANSACTIONS,
        new Answer(
            200,
            list(requireNonNull(lists.get(TRANSACTIONS)).subList(0, 1), Optional.of("baltr_1"))));
    assertThat(unanswered(Optional.of(second)))
        .isEqualTo("Mollie's list repeats itself or doesn't end.");
    // The next page is the same one.
    answers.put(
        TRANSACTIONS,
        new Answer(
            200,
            list(requireNonNull(lists.get(TRANSACTIONS)).subList(1, 2), Optional.of("baltr_1"))));
    assertThat(unanswered(Optional.of(second)))
        .isEqualTo("Mollie's list repeats itself or doesn't end.");
    answers.put(TRANSACTIONS, new Answer(200, list(List.of(), Optional.of("baltr_1"))));
    assertThat(unanswered(Optional.empty()))
        .isEqualTo("Mollie's list repeats itself or doesn't end.");

    answers.put(
        TRANSACTIONS,
        new Answer(
            200,
            list(
                IntStream.range(0, 1_001).mapToObj(i -> "{'id': 'baltr_" + i + "'}").toList(),
                Optional.empty())));
    assertThat(unanswered(Optional.empty()))
        .isEqualTo("Mollie returned a list in a form unknown to Florin.");
  }

  @Test
  void a_transaction_that_cannot_be_read_is_named() {
    String whole = movement("baltr_1", "payment", "10.00", "-0.29", "");
    for (String broken :
        List.of(
            whole.replace("9.71", "9.70"),
            whole.replace("'10.00'", "'10.001'"),
            whole.replace("'initialAmount'", "'amount'"),
            whole.replace("2026-02-28T12", "yesterday"))) {
      lists.put(TRANSACTIONS, List.of(broken));
      assertThat(unanswered(Optional.empty()))
          .isEqualTo("Mollie reports baltr_1 in a form unknown to Florin.");
    }
    answers.put(TRANSACTIONS, new Answer(200, "{'count': 0}"));
    assertThat(unanswered(Optional.empty()))
        .isEqualTo("Mollie returned a list in a form unknown to Florin.");
    answers.put(TRANSACTIONS, new Answer(200, "<html>"));
    assertThat(unanswered(Optional.empty())).startsWith("Mollie returned an unexpected response");
    answers.put(TRANSACTIONS, new Answer(429, "{}"));
    assertThat(unanswered(Optional.empty())).startsWith("Mollie could not be reached");
    answers.put(TRANSACTIONS, new Answer(404, "{'status': 404, 'title': 'Not Found'}"));
    assertThat(unanswered(Optional.empty())).startsWith("Mollie rejected the request");
  }

  @Test
  void a_currency_that_florin_does_not_know_is_left_out() {
    assertThat(
            lines(
                movement("baltr_2", "payment", "10.00", "0.00", "").replace("EUR", "XYZ"),
                movement("baltr_1", "payment", "10.00", "0.00", "")))
        .hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403})
  void a_token_without_the_permission_does_not_affect_payments(int status) {
    answers.put(BALANCE, new Answer(status, "{'status': " + status + "}"));

    assertThat(unanswered(Optional.empty()))
        .startsWith(
            "Mollie doesn't allow the organization token to read the balance and the settlements (status ")
        .contains("balances.read and settlements.read", "Payments are not affected.");
    assertThat(connector.isKeyRefused()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "b{}", "a", "a[]", "a{\"since\":\"x\"}", "nonsense"})
  void a_cursor_of_another_version_starts_over(String cursor) {
    page(Optional.of(cursor));

    assertThat(calls.getFirst()).isEqualTo(BALANCE + "?limit=1&testmode=true");
  }

  @Test
  void without_a_token_and_in_test_mode_there_are_no_settlements() {
    assertThat(open(kind, Map.of("api_key", KEY)).listSettlements(SINCE, Optional.empty(), soon()))
        .isEqualTo(new SettlementListing.Unsupported());
    try (var genuine = new MollieKind(client(), true, now::get)) {
      assertThat(
              open(genuine, Map.of("api_key", KEY, "organization_token", TOKEN))
                  .listSettlements(SINCE, Optional.empty(), soon()))
          .isEqualTo(new SettlementListing.Unsupported());
    }
    assertThat(calls).isEmpty();
  }

  private OperationRef sent(OperationKind operation, String externalId, Map<String, String> facts) {
    OperationRef reference = Requests.reference();
    exchanges.sending(reference, operation, 0, "create");
    exchanges.answered(reference, 0, Optional.of(externalId), facts);
    return reference;
  }

  private SettlementLine line(String movement) {
    return lines(movement).getFirst();
  }

  private List<SettlementLine> lines(String... movements) {
    lists.put(TRANSACTIONS, List.of(movements));
    return page(Optional.empty()).lines();
  }

  private SettlementListing.Page page(Optional<String> cursor) {
    return (SettlementListing.Page) connector.listSettlements(SINCE, cursor, soon());
  }

  /** Reads until there is no more. */
  private List<SettlementListing.Page> cycle(Optional<String> start) {
    var pages = new ArrayList<SettlementListing.Page>();
    Optional<String> cursor = start;
    do {
      pages.add(page(cursor));
      cursor = Optional.of(pages.getLast().cursor());
    } while (pages.getLast().hasMore() && pages.size() < 500);
    assertThat(pages.getLast().hasMore()).isFalse();
    return pages;
  }

  private String unanswered(Optional<String> cursor) {
    return ((SettlementListing.Unanswered) connector.listSettlements(SINCE, cursor, soon()))
        .detail();
  }

  private static String movement(
      String id, String type, String initial, String deductions, String context) {
    return """
    {'resource': 'balance-transaction', 'id': '%s', 'type': '%s', 'resultAmount': {'currency': 'EUR', 'value': '%s'},
     'initialAmount': {'currency': 'EUR', 'value': '%s'}, 'deductions': {'currency': 'EUR', 'value': '%s'},
     'createdAt': '2026-02-28T12:00:00+00:00', 'context': {%s}}\
    """
        .formatted(
            id,
            type,
            new java.math.BigDecimal(initial).add(new java.math.BigDecimal(deductions)),
            initial,
            deductions,
            context);
  }

  private static String transfer(String id, String amount, String settlement) {
    return movement(
            id,
            "outgoing-transfer",
            amount,
            "0.00",
            "'settlementId': '" + settlement + "', 'transferId': 'trf_1'")
        .replace("'deductions': {'currency': 'EUR', 'value': '0.00'}", "'deductions': null");
  }

  /** Adds an older settlement. */
  private void settlement(String id, String status, String amount) {
    String body =
        """
        {'resource': 'settlement', 'id': '%s', 'reference': '1234567.2404.%s', 'status': '%s', 'balanceId': 'bal_1',
         'amount': {'currency': 'EUR', 'value': '%s'}, 'createdAt': '2026-02-28T13:00:00+00:00', 'settledAt': null}\
        """
            .formatted(id, id, status, amount);
    var all = new ArrayList<>(lists.getOrDefault(SETTLEMENTS, List.of()));
    all.add(body);
    lists.put(SETTLEMENTS, List.copyOf(all));
    answers.put(SETTLEMENTS + "/" + id, new Answer(200, body));
  }

  private static String list(List<String> objects, Optional<String> next) {
    return "{'count': %d, '_embedded': {'balance_transactions': [%s], 'settlements': [%s]}, '_links': {'next': %s}}"
        .formatted(
            objects.size(),
            String.join(", ", objects),
            String.join(", ", objects),
            next.map(id -> "{'href': 'https://api.mollie.com/v2/x?from=" + id + "&limit=5'}")
                .orElse("null"));
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String query = Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse("");
    boolean isOfPayments = path.startsWith("/v2/payments");
    String expected = "Bearer " + (isOfPayments ? KEY : TOKEN);
    if (!expected.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
      throw new IOException("the wrong key");
    }
    calls.add(path + (query.isEmpty() ? "" : "?" + query));
    Answer answer =
        Optional.ofNullable(answers.get(path)).orElseGet(() -> new Answer(200, page(path, query)));
    byte[] bytes = answer.body().replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/hal+json");
    exchange.sendResponseHeaders(answer.status(), bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  /** Returns a page of a list as Mollie does, which begins with the object in `from`. */
  private String page(String path, String query) {
    List<String> all = lists.getOrDefault(path, List.of());
    List<String> ids = all.stream().map(MollieSettlementsTest::id).toList();
    Matcher from = FROM.matcher(query);
    int begin = from.find() ? ids.indexOf(from.group(1)) : 0;
    Matcher limit = LIMIT.matcher(query);
    int size = limit.find() ? Math.min(pageSize, Integer.parseInt(limit.group(1))) : pageSize;
    int end = Math.min(all.size(), begin + size);
    return list(
        all.subList(begin, end), end < all.size() ? Optional.of(ids.get(end)) : Optional.empty());
  }

  private static String id(String object) {
    Matcher id = ID.matcher(object);
    return id.find() ? id.group(1) : "";
  }
}
