package florin.bank.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Id.PayoutId;
import florin.testing.BankReconciliation;
import florin.testing.BankShop;
import florin.testing.BankShop.Waiting;
import florin.testing.BankStatementText.Line;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The path from a provider's payout to its bank entry, in both orders and by hand. */
@TestInstance(Lifecycle.PER_CLASS)
class PayoutEntriesTest {
  private TestApp florin;
  private BankShop shop;
  private Waiting waiting;
  private int names;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    shop = new BankShop(florin);
    waiting = shop.ask(7);
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @AfterEach
  void nothing_is_lost_or_doubled() {
    shop.awaitMatched();
    florin.update("UPDATE payout SET status = 'failed', bank_reference = NULL");
    BankReconciliation.checkAtRest(florin.database());
  }

  /** Returns the id of a payout that arrives on the day of the entries. */
  private String report(long amount, String reference) {
    return report(amount, reference, "2026-11-20", "eur");
  }

  private String report(long amount, String reference, String day, String currency) {
    var id = UUID.randomUUID();
    florin.update(
        "INSERT INTO payout (realm_id, id, version, connector, reference, status, currency, amount, bank_reference, arrives_on, has_all_lines, created_at) SELECT realm_id, ?, 1, 'simulator', ?, 'in_transit', ?, ?, ?, ?::date, false, now() FROM receiving_account LIMIT 1",
        id,
        id.toString(),
        currency,
        amount,
        reference,
        day);
    return new PayoutId(id).text();
  }

  private void book(Line... lines) {
    shop.book(waiting.iban(), lines);
    shop.awaitMatched();
  }

  /** Returns the matched money of a payout, by amount. */
  private List<String> moneyOf(String payout) {
    return florin.query(
        "SELECT amount::text FROM match_for_payout WHERE payout_id = ?::uuid ORDER BY id",
        PayoutId.KIND.parse(payout).orElseThrow().uuid().toString());
  }

  private Reply newestTransfer() {
    return florin.get("/v2/unmatched_transfers?limit=1");
  }

  private long transfers() {
    return florin.query("SELECT 1 FROM unapplied_funds WHERE kind = 'unmatched'").size();
  }

  private String name() {
    return "P" + ++names;
  }

  @ParameterizedTest
  @CsvSource({
    "STRIPE-8X4 K2,        5000, Payout stripe 8x4k2 of Monday",
    "po.1A2B3C,            4999, PO1A2B3C",
    "1234567,              5000, STRIPE 1234567/20261120",
  })
  void an_entry_with_the_reference_of_a_payout_is_its_money_whatever_the_amount(
      String reference, long amount, String text) {
    long before = transfers();
    String payout = report(5000, reference);

    book(Line.written(amount, name(), text));

    assertThat(moneyOf(payout)).containsExactly(Long.toString(amount));
    assertThat(transfers()).isEqualTo(before);
    Reply entry = florin.get("/v2/bank_entries?limit=1");
    assertThat(entry.text("/data/0/status")).isEqualTo("matched");
    assertThat(entry.text("/data/0/matches/0/payout")).isEqualTo(payout);
  }

  @Test
  void the_reference_is_also_found_in_the_end_to_end_id() {
    String payout = report(800, "E2E-99 12");

    book(new Line(800, false, name(), "", "", "E2E9912"));

    assertThat(moneyOf(payout)).containsExactly("800");
  }

  @ParameterizedTest
  @CsvSource({
    "AB12,       2026-11-20, eur, Payout AB12",
    "MERCHANT,   2026-11-20, eur, Payout MERCHANT",
    "1234567,    2026-11-20, eur, Payout 12345678",
    "PAYOUT-77,  2026-11-20, usd, PAYOUT-77",
    "PAYOUT-77,  2026-09-20, eur, PAYOUT-77",
    "PAYOUT-77,  2026-12-05, eur, PAYOUT-77",
  })
  void a_person_decides_about_an_entry_that_identifies_no_payout(
      String reference, String day, String currency, String text) {
    String payout = report(600, reference, day, currency);

    book(Line.written(600, name(), text));

    assertThat(moneyOf(payout)).isEmpty();
    assertThat(newestTransfer().text("/data/0/amount")).isEqualTo("600");
  }

  @Test
  void a_person_decides_about_an_entry_with_the_references_of_two_payouts() {
    String one = report(300, "PAY-1001");
    String other = report(400, "PAY-1002");

    book(Line.written(700, name(), "PAY-1001 and PAY-1002"));

    assertThat(moneyOf(one)).isEmpty();
    assertThat(moneyOf(other)).isEmpty();
    assertThat(newestTransfer().text("/data/0/reason")).isEqualTo("no_reference");
  }

  @Test
  void the_creditor_reference_of_a_payment_has_priority() {
    String payout = report(900, "PAY-2001");
    Waiting payment = shop.ask(900);

    book(Line.written(900, name(), "PAY-2001 " + payment.reference()));

    assertThat(shop.payment(payment).text("/status")).isEqualTo("succeeded");
    assertThat(moneyOf(payout)).isEmpty();
  }

  @Test
  void a_negative_payout_takes_a_debit_and_gets_its_money_back() {
    String payout = report(-1200, "PAY-3001");
    String same = name();

    book(new Line(-1200, false, same, "", "PAY-3001", ""));
    List<String> taken = moneyOf(payout);
    book(new Line(1200, true, same, "", "", ""), new Line(1200, true, same, "", "", ""));

    assertThat(taken).containsExactly("-1200");
    assertThat(moneyOf(payout)).as("only once").containsExactly("-1200", "1200");
    assertThat(newestTransfer().number("/data/0/amount")).isEqualTo(1200);
  }

  @Test
  void a_debit_is_never_the_money_of_a_positive_payout() {
    String payout = report(1200, "PAY-3002");

    book(new Line(-1200, false, name(), "", "PAY-3002", ""));

    assertThat(moneyOf(payout)).isEmpty();
    assertThat(florin.get("/v2/bank_entries?limit=1").text("/data/0/status")).isEqualTo("other");
  }

  @ParameterizedTest
  @CsvSource({"true, ''", "false, PAY-4001"})
  void a_reversal_takes_the_money_back(boolean hasSameReference, String text) {
    String payout = report(2500, "PAY-4001");
    String bankReference = name();
    book(Line.written(2500, bankReference, "PAY-4001"));

    book(new Line(-2500, true, hasSameReference ? bankReference : name(), "", text, ""));

    assertThat(moneyOf(payout)).containsExactly("2500", "-2500");
  }

  @Test
  void a_payout_that_is_reported_late_gets_the_money_of_the_unmatched_transfer() {
    book(Line.written(3100, name(), "PAY 5001"), Line.written(3100, name(), "PAY 5002"));
    String transfer = florin.get("/v2/unmatched_transfers?limit=2").text("/data/1/id");

    String payout = report(3100, "PAY-5001");

    await().until(() -> !moneyOf(payout).isEmpty());
    assertThat(moneyOf(payout)).containsExactly("3100");
    Reply closed = florin.get("/v2/unmatched_transfers/" + transfer);
    assertThat(closed.text("/status")).as(closed.body()).isEqualTo("closed");
    assertThat(closed.text("/payout")).isEqualTo(payout);
    assertThat(florin.get("/v2/bank_entries/" + closed.text("/bank_entry")).text("/status"))
        .isEqualTo("matched");
    Reply events = florin.get("/v2/events?object_id=" + transfer);
    assertThat(events.texts("/data", "type"))
        .containsExactly("unmatched_transfer.updated", "unmatched_transfer.created");
    assertThat(events.text("/data/0/data/object/payout")).as(events.body()).isEqualTo(payout);
  }

  @Test
  void a_person_assigns_a_transfer_to_a_payout() {
    String payout = report(4400, "PAY-6001");
    book(Line.written(4300, name(), "no idea"));
    String path = "/v2/unmatched_transfers/" + newestTransfer().text("/data/0/id") + "/assign";

    Reply assigned = florin.post(path, "{\"payout\": \"" + payout + "\"}");
    Reply again = florin.post(path, "{\"payout\": \"" + payout + "\"}");

    assertThat(assigned.text("/status")).as(assigned.body()).isEqualTo("closed");
    assertThat(assigned.text("/payout")).isEqualTo(payout);
    assertThat(moneyOf(payout)).containsExactly("4300");
    assertThat(again.text("/error/code")).isEqualTo("unapplied_funds_unexpected_state");
  }

  @Test
  void an_assignment_needs_an_open_payout_that_brings_this_currency() {
    book(Line.written(50, name(), "no idea"));
    String path = "/v2/unmatched_transfers/" + newestTransfer().text("/data/0/id") + "/assign";
    String closed = report(50, "PAY-7001");
    florin.update("UPDATE payout SET status = 'closed'");

    assertThat(error(path, "\"payout\": \"" + closed + "\"")).isEqualTo("payout resource_missing");
    assertThat(error(path, "\"payout\": \"" + report(-50, "PAY-7002") + "\""))
        .isEqualTo("payout parameter_invalid");
    assertThat(error(path, "\"payout\": \"" + report(50, "PAY-7003", "2026-11-20", "usd") + "\""))
        .isEqualTo("payout parameter_invalid");
    assertThat(error(path, "\"payout\": \"" + closed + "\", \"payment\": \"" + waiting.id() + "\""))
        .isEqualTo("payment parameters_exclusive");
    assertThat(error(path, "")).isEqualTo("payment parameter_missing");
    assertThat(newestTransfer().text("/data/0/status")).isEqualTo("open");
  }

  private String error(String path, String body) {
    Reply reply = florin.post(path, "{" + body + "}");
    assertThat(reply.status()).as(reply.body()).isEqualTo(400);
    return reply.text("/error/param") + " " + reply.text("/error/code");
  }

  @ParameterizedTest
  @CsvSource({
    "2000, exact, 2000",
    "2000, short, 1000",
    "2000, over, 3000",
    "-2000, exact, -2000",
    "2000, unreferenced, ''",
  })
  void the_simulated_bank_books_a_payout(long amount, String kind, String matched) {
    String payout = report(amount, "PAY-8001 <&>", LocalDate.now(ZoneOffset.UTC).toString(), "eur");

    Reply taken = simulate(payout, kind);

    assertThat(taken.status()).as(taken.body()).isEqualTo(200);
    assertThat(moneyOf(payout)).isEqualTo(matched.isEmpty() ? List.of() : List.of(matched));
  }

  @Test
  void the_simulated_bank_takes_the_money_of_a_payout_back() {
    String payout = report(2100, "PAY-9001", LocalDate.now(ZoneOffset.UTC).toString(), "eur");
    simulate(payout, "exact");

    simulate(payout, "returned");

    assertThat(moneyOf(payout)).containsExactly("2100", "-2100");
    assertThat(
            florin
                .post("/v2/test/bank_transfers", "{\"payout\": \"po_01m8gr3151f1gbftabq6rnsd6y\"}")
                .text("/error/code"))
        .isEqualTo("resource_missing");
  }

  private Reply simulate(String payout, String kind) {
    Reply taken =
        florin.post(
            "/v2/test/bank_transfers",
            "{\"payout\": \"%s\", \"kind\": \"%s\"}".formatted(payout, kind));
    shop.awaitMatched();
    return taken;
  }
}
