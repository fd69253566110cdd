package florin.bank.matching;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.PageRequest;
import florin.payment.store.PaymentFilter;
import florin.report.SearchTerm;
import florin.testing.BankReconciliation;
import florin.testing.BankShop;
import florin.testing.BankShop.Waiting;
import florin.testing.BankStatementText;
import florin.testing.BankStatementText.Line;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The path from a bank's statement to the payment, through the API. */
@TestInstance(Lifecycle.PER_CLASS)
class BankMatchingTest {
  private TestApp florin;
  private BankShop shop;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    shop = new BankShop(florin);
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @AfterEach
  void nothing_is_lost_or_doubled() {
    shop.awaitMatched();
    BankReconciliation.checkAtRest(florin.database());
  }

  private void book(Waiting payment, Line... lines) {
    shop.book(payment.iban(), lines);
    shop.awaitMatched();
  }

  private Reply creditsOf(Waiting payment) {
    return florin.get("/v2/customer_credits?payment=" + payment.id());
  }

  @Test
  void the_exact_amount_with_the_reference_pays() {
    Waiting payment = shop.ask(4250);

    book(payment, Line.credit(4250, "R1", payment.reference()));

    Reply paid = shop.payment(payment);
    assertThat(paid.text("/status")).isEqualTo("succeeded");
    assertThat(paid.number("/amount_captured")).isEqualTo(4250);
    assertThat(paid.number("/payment_method/bank_transfer/amount_received")).isEqualTo(4250);
    assertThat(paid.text("/payment_method/bank_transfer/payer/holder")).isEqualTo("Jo March");
    assertThat(paid.text("/payment_method/bank_transfer/payer/iban_last4")).isEqualTo("4300");
    assertThat(florin.get("/v2/events?object_id=" + payment.id()).texts("/data", "type"))
        .containsExactly("payment.succeeded", "payment.requires_action", "payment.created");
    assertThat(creditsOf(payment).texts("/data", "id")).isEmpty();
  }

  @Test
  void a_reference_is_found_in_the_text_and_in_the_end_to_end_id() {
    Waiting written = shop.ask(100);
    Waiting named = shop.ask(200);
    String groups = written.reference().replaceAll("(.{4})", "$1 ").toLowerCase(Locale.ROOT);

    book(
        written,
        Line.written(100, "T1", "Invoice 7, " + groups + "thanks"),
        new Line(200, false, "T2", "", "", named.reference()));

    assertThat(shop.payment(written).text("/status")).isEqualTo("succeeded");
    assertThat(shop.payment(named).text("/status")).isEqualTo("succeeded");
  }

  @Test
  void partial_payments_add_up_and_the_excess_is_a_credit() {
    Waiting payment = shop.ask(1000);

    book(payment, Line.credit(400, "P1", payment.reference()));
    Reply partly = shop.payment(payment);
    book(payment, Line.credit(700, "P2", payment.reference()));

    assertThat(partly.text("/status")).isEqualTo("requires_action");
    assertThat(partly.number("/payment_method/bank_transfer/amount_received")).isEqualTo(400);
    assertThat(shop.payment(payment).text("/status")).isEqualTo("succeeded");
    Reply credits = creditsOf(payment);
    assertThat(credits.number("/data/0/amount")).isEqualTo(100);
    assertThat(credits.text("/data/0/reason")).isEqualTo("overpaid");
  }

  @Test
  void a_duplicate_or_late_transfer_is_a_credit() {
    Waiting twice = shop.ask(300);
    Waiting late = shop.ask(500);
    book(late, Line.credit(200, "L0", late.reference()));
    Reply canceled = florin.post("/v2/payments/" + late.id() + "/cancel", "{}");

    book(
        twice,
        Line.credit(300, "D1", twice.reference()),
        Line.credit(300, "D2", twice.reference()),
        Line.credit(500, "L1", late.reference()));

    assertThat(canceled.text("/status")).as(canceled.body()).isEqualTo("canceled");
    assertThat(creditsOf(twice).texts("/data", "reason")).containsExactly("paid_already");
    assertThat(creditsOf(late).texts("/data", "reason")).containsExactly("late", "late");
    assertThat(creditsOf(late).texts("/data", "amount")).containsExactlyInAnyOrder("500", "200");
  }

  @Test
  void a_cent_less_waits_and_a_cent_more_is_a_credit() {
    Waiting less = shop.ask(100);
    Waiting more = shop.ask(100);

    book(less, Line.credit(99, "E1", less.reference()), Line.credit(101, "E2", more.reference()));

    assertThat(shop.payment(less).text("/status")).isEqualTo("requires_action");
    assertThat(shop.payment(less).number("/payment_method/bank_transfer/amount_received"))
        .isEqualTo(99);
    assertThat(shop.payment(more).text("/status")).isEqualTo("succeeded");
    assertThat(creditsOf(more).texts("/data", "amount")).containsExactly("1");
  }

  /**
   * Both parts are decided from one read of the payment, so each commit must check that read again.
   */
  @Test
  void two_parts_in_one_statement_are_both_counted() {
    Waiting payment = shop.ask(300);

    book(
        payment,
        Line.credit(100, "W1", payment.reference()),
        Line.credit(100, "W2", payment.reference()),
        Line.credit(100, "W3", payment.reference()));

    assertThat(shop.payment(payment).text("/status")).isEqualTo("succeeded");
    assertThat(creditsOf(payment).texts("/data", "id")).isEmpty();
  }

  @Test
  void a_reversal_of_foreign_money_changes_nothing() {
    Waiting payment = shop.ask(800);
    book(payment, Line.credit(500, "G1", payment.reference()));

    book(payment, Line.reversal(499, "G2", payment.reference()), Line.reversal(501, "G1", ""));

    assertThat(shop.payment(payment).number("/payment_method/bank_transfer/amount_received"))
        .isEqualTo(500);
  }

  @Test
  void never_by_amount_and_name_alone() {
    Waiting payment = shop.ask(777);

    book(payment, Line.written(777, "N1", "the very amount"));

    assertThat(shop.payment(payment).text("/status")).isEqualTo("requires_action");
  }

  @Test
  void two_payments_in_one_text_need_a_person() {
    Waiting one = shop.ask(100);
    Waiting other = shop.ask(100);

    book(one, Line.written(200, "S1", one.reference() + " and " + other.reference()));

    Reply receipt = florin.get("/v2/unmatched_transfers?limit=1");
    assertThat(receipt.text("/data/0/reason")).isEqualTo("several_references");
    String id = receipt.text("/data/0/id");
    Reply first =
        florin.post(
            "/v2/unmatched_transfers/" + id + "/assign", "{\"payment\": \"" + one.id() + "\"}");
    Reply second =
        florin.post(
            "/v2/unmatched_transfers/" + id + "/assign", "{\"payment\": \"" + other.id() + "\"}");
    assertThat(first.number("/amount_remaining")).as(first.body()).isEqualTo(100);
    assertThat(second.text("/status")).isEqualTo("closed");
    assertThat(shop.payment(one).text("/status")).isEqualTo("succeeded");
    assertThat(shop.payment(other).text("/status")).isEqualTo("succeeded");
    assertThat(
            florin
                .post(
                    "/v2/unmatched_transfers/" + id + "/assign",
                    "{\"payment\": \"" + other.id() + "\"}")
                .text("/error/code"))
        .isEqualTo("unapplied_funds_unexpected_state");
  }

  @Test
  void a_reversal_before_success_lowers_the_received_amount() {
    Waiting payment = shop.ask(1000);
    book(payment, Line.credit(600, "B1", payment.reference()));

    book(payment, Line.reversal(600, "B2", payment.reference()));

    Reply waiting = shop.payment(payment);
    assertThat(waiting.text("/status")).isEqualTo("requires_action");
    assertThat(waiting.number("/payment_method/bank_transfer/amount_received")).isZero();
  }

  /** Payers who send no end-to-end ID, or always the same one, can't be told apart by it. */
  @Test
  void a_reversal_with_an_end_to_end_id_is_of_one_credit_only() {
    Waiting one = shop.ask(1000);
    Waiting other = shop.ask(1000);
    book(
        one,
        new Line(610, false, "X1", one.reference(), "", "RENT"),
        new Line(610, false, "X2", other.reference(), "", "RENT"));
    book(one, new Line(620, false, "X3", one.reference(), "", "RENT"));

    book(one, new Line(-610, true, "X4", "", "", "RENT"));
    assertThat(received(one) + received(other)).isEqualTo(610 + 610 + 390);
    book(one, new Line(-620, true, "X5", "", "", "RENT"));

    assertThat(creditsOf(one).texts("/data", "amount_remaining")).containsExactly("0");
    assertThat(florin.get("/v2/refunds?payment=" + one.id()).texts("/data", "amount"))
        .containsExactly("390");
  }

  private long received(Waiting payment) {
    return shop.payment(payment).number("/payment_method/bank_transfer/amount_received");
  }

  @Test
  void a_reversal_after_success_is_a_refund() {
    Waiting payment = shop.ask(900);
    book(payment, Line.credit(900, "F1", payment.reference()));

    book(payment, Line.reversal(900, "F2", payment.reference()));

    Reply refunded = shop.payment(payment);
    assertThat(refunded.text("/status")).isEqualTo("succeeded");
    assertThat(refunded.number("/amount_refunded")).isEqualTo(900);
    Reply refunds = florin.get("/v2/refunds?payment=" + payment.id());
    assertThat(refunds.texts("/data", "reason")).containsExactly("bank_return");
    assertThat(refunds.texts("/data", "status")).containsExactly("succeeded");
    assertThat(florin.get("/v2/events?object_id=" + payment.id()).texts("/data", "type"))
        .startsWith("payment.refunded");
  }

  @Test
  void a_payment_is_found_by_its_reference_and_by_the_bank_s() {
    Waiting payment = shop.ask(100);
    String groups = payment.reference().replaceAll("(.{4})", "$1 ").toLowerCase(Locale.ROOT);
    assertThat(found(payment.reference())).containsExactly(payment.id());
    assertThat(found(groups)).containsExactly(payment.id());
    assertThat(found("2026-Q7/88")).isEmpty();

    book(payment, Line.credit(100, "2026-Q7/88", payment.reference()));

    assertThat(found("2026-Q7/88")).containsExactly(payment.id());
    assertThat(found("RF18000000000000")).isEmpty();
  }

  private List<String> found(String typed) {
    return florin
        .app()
        .report()
        .search
        .list(florin.realm(), SearchTerm.parse(typed), PaymentFilter.ALL, PageRequest.first(10))
        .data()
        .stream()
        .map(found -> found.id().text())
        .toList();
  }

  @Test
  void every_movement_of_a_credit_has_an_event() {
    Waiting payment = shop.ask(100);
    book(payment, Line.credit(150, "V1", payment.reference()));
    Reply credit = creditsOf(payment);
    String id = credit.text("/data/0/id");
    Reply returning = florin.post("/v2/customer_credits/" + id + "/return", "{}");
    book(payment, Line.debit(50, "V2", returning.text("/end_to_end_id")));

    Reply events = florin.get("/v2/events?object_id=" + id);

    assertThat(events.texts("/data", "type"))
        .containsExactly(
            "customer_credit.updated", "customer_credit.updated", "customer_credit.created");
    assertThat(events.texts("/data", "sequence")).containsExactly("3", "2", "1");
    assertThat(events.text("/data/0/data/object/status")).isEqualTo("closed");
    assertThat(events.text("/data/2/data/object/payment")).isEqualTo(payment.id());
  }

  @Test
  void a_credit_is_returned_when_the_bank_books_it_and_is_open_again_when_it_comes_back() {
    Waiting payment = shop.ask(100);
    book(payment, Line.credit(150, "C1", payment.reference()));
    String credit = creditsOf(payment).text("/data/0/id");

    Reply returning = florin.post("/v2/customer_credits/" + credit + "/return", "{}");
    book(payment, Line.debit(50, "C2", returning.text("/end_to_end_id")));

    assertThat(returning.text("/status")).as(returning.body()).isEqualTo("returning");
    Reply gone = florin.get("/v2/customer_credits/" + credit);
    assertThat(gone.text("/status")).isEqualTo("closed");
    assertThat(gone.number("/amount_remaining")).isZero();

    book(payment, new Line(50, true, "C3", "", "", returning.text("/end_to_end_id")));

    Reply again = florin.get("/v2/customer_credits/" + credit);
    assertThat(again.number("/amount_remaining")).as(again.body()).isEqualTo(50);
    assertThat(again.text("/status")).isNotEqualTo("closed");
  }

  @Test
  void money_in_another_currency_is_not_matched_or_assigned() {
    String pounds = "GB82WEST12345698765432";
    florin.update(
        "INSERT INTO receiving_account (realm_id, id, version, status, iban, holder, currency, statement_format, created_at)"
            + " VALUES (?, ?, 1, 'disabled', ?, 'Shop GmbH', 'gbp', 'camt.053', now())",
        florin.realm().id(),
        UUID.randomUUID(),
        pounds);
    Waiting payment = shop.ask(100);
    var statement =
        new BankStatementText(
            "GBP-1", pounds, 0, List.of(Line.credit(100, "Y1", payment.reference())));

    Reply taken = shop.send(statement.xml().replace("EUR", "GBP"));
    shop.awaitMatched();

    assertThat(taken.status()).as(taken.body()).isEqualTo(200);
    assertThat(shop.payment(payment).text("/status")).isEqualTo("requires_action");
    Reply receipt = florin.get("/v2/unmatched_transfers?limit=1");
    assertThat(receipt.text("/data/0/reason")).isEqualTo("other_currency");
    Reply assigned =
        florin.post(
            "/v2/unmatched_transfers/" + receipt.text("/data/0/id") + "/assign",
            "{\"payment\": \"" + payment.id() + "\"}");
    assertThat(assigned.text("/error/code")).isEqualTo("parameter_invalid");
    assertThat(assigned.text("/error/message")).contains("currency");
  }

  @Test
  void a_debit_larger_than_a_credit_is_not_its_return() {
    Waiting payment = shop.ask(100);
    book(payment, Line.credit(150, "Q1", payment.reference()));
    Reply credit = creditsOf(payment);

    book(payment, Line.debit(51, "Q2", credit.text("/data/0/end_to_end_id")));

    assertThat(creditsOf(payment).number("/data/0/amount_remaining")).isEqualTo(50);
    assertThat(creditsOf(payment).text("/data/0/status")).isEqualTo("open");
  }

  /** The credit and its reversal are in one statement, so Florin reads them together. */
  @Test
  void a_reversal_in_the_statement_of_its_credit_reverses_it() {
    Waiting payment = shop.ask(1000);

    book(
        payment,
        Line.credit(600, "Z1", payment.reference()),
        Line.reversal(600, "Z2", payment.reference()));

    assertThat(received(payment)).isZero();
  }

  /** All three are in one statement, so Florin decides both reversals before it commits one. */
  @Test
  void a_return_that_comes_back_twice_in_one_statement_is_open_again_once() {
    Waiting payment = shop.ask(100);
    book(payment, Line.credit(150, "K1", payment.reference()));
    String credit = creditsOf(payment).text("/data/0/id");
    String name =
        florin.post("/v2/customer_credits/" + credit + "/return", "{}").text("/end_to_end_id");

    int unmatched = unmatched();
    book(
        payment,
        Line.debit(50, "K2", name),
        new Line(50, true, "K3", "", "", name),
        new Line(50, true, "K4", "", "", name));

    Reply again = florin.get("/v2/customer_credits/" + credit);
    assertThat(again.number("/amount_remaining")).as(again.body()).isEqualTo(50);
    assertThat(florin.get("/v2/unmatched_transfers?limit=1").number("/data/0/amount"))
        .isEqualTo(50);
    assertThat(unmatched()).isEqualTo(unmatched + 1);
  }

  private int unmatched() {
    return florin.query("SELECT 1 FROM unapplied_funds WHERE kind = 'unmatched'").size();
  }
}
