package florin.bank.ordering;

import static org.assertj.core.api.Assertions.assertThat;

import florin.bank.matching.UnappliedFunds;
import florin.core.Id.CustomerCreditId;
import florin.team.Role;
import florin.testing.BankShop.Waiting;
import florin.testing.BankStatementText.Line;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Money without a payment is returned with the same payment files. */
class ReturnedMoneyTest extends CreditTransferInitiationCase {
  private static final String OTHER =
      "{\"bank_account\": {\"iban\": \"FR14 2004 1010 0505 0001 3M02 606\", \"holder\": \"Jo\"}}";

  private DashboardClient owner;

  @BeforeAll
  void signIn() {
    owner = DashboardClient.of(florin, Role.OWNER);
  }

  /** Returns a customer credit. */
  private Reply credit(String id) {
    return florin.get("/v2/customer_credits/" + id);
  }

  private String overpaid(long beyond) {
    Waiting payment = shop.ask(100);
    book(payment, Line.credit(100 + beyond, "P" + ++names, payment.reference()));
    return florin.get("/v2/customer_credits?payment=" + payment.id()).text("/data/0/id");
  }

  private Reply sendBack(String credit, String body) {
    return florin.post("/v2/customer_credits/" + credit + "/return", body);
  }

  private void told(Line... lines) {
    shop.book(florin.get("/v2/receiving_accounts").text("/data/0/iban"), lines);
    shop.awaitMatched();
  }

  private String name(String credit) {
    return credit(credit).text("/end_to_end_id");
  }

  @Test
  void a_credit_is_returned_with_a_payment_file_and_closed_when_the_bank_books_it() {
    String credit = overpaid(50);

    Reply returning = sendBack(credit, "{}");
    assertThat(returning.text("/status")).as(returning.body()).isEqualTo("returning");
    Reply order = order();
    assertThat(order.status()).as(order.body()).isEqualTo(200);
    var transfer = transfers(file(order)).getLast();
    assertThat(transfer.getPmtId().getEndToEndId()).isEqualTo(name(credit));
    assertThat(transfer.getCdtr().getNm()).isEqualTo("Jo March");
    assertThat(transfer.getCdtrAcct().getId().getIBAN()).isEqualTo("NL91ABNA0417164300");
    assertThat(transfer.getAmt().getInstdAmt().getValue()).isEqualByComparingTo("0.50");
    assertThat(credit(credit).text("/status")).isEqualTo("returning");
    told(Line.debit(50, "D" + ++names, name(credit)));

    assertThat(credit(credit).text("/status")).isEqualTo("closed");
    assertThat(florin.get("/v2/payment_files/" + order.text("/id")).text("/status"))
        .isEqualTo("completed");
  }

  @Test
  void a_rejected_return_is_open_again_and_is_sent_under_another_reference() {
    String credit = overpaid(60);
    sendBack(credit, "{}");
    order();
    told(Line.debit(60, "D" + ++names, name(credit)));
    told(new Line(60, true, "B" + ++names, "", "", name(credit)));
    assertThat(credit(credit).text("/status")).isEqualTo("open");

    Reply again = sendBack(credit, OTHER);
    assertThat(again.text("/status")).as(again.body()).isEqualTo("returning");
    var transfer = transfers(file(order())).getLast();
    assertThat(transfer.getPmtId().getEndToEndId()).isEqualTo(name(credit) + "R2");
    assertThat(transfer.getCdtrAcct().getId().getIBAN()).startsWith("FR14");
    told(Line.debit(60, "D" + ++names, name(credit) + "R2"));

    assertThat(credit(credit).text("/status")).isEqualTo("closed");
  }

  @Test
  void a_return_reported_as_rejected_first_is_open_again_and_its_debit_is_no_second_return() {
    String credit = overpaid(70);
    sendBack(credit, "{}");
    order();

    told(new Line(70, true, "B" + ++names, "", "", name(credit)));
    assertThat(credit(credit).text("/status")).isEqualTo("open");
    told(Line.debit(70, "D" + ++names, name(credit)));

    assertThat(credit(credit).number("/amount_remaining")).isEqualTo(70);
  }

  @Test
  void an_amount_other_than_the_ordered_return_needs_a_person() {
    String credit = overpaid(80);
    sendBack(credit, "{}");
    order();
    told(Line.debit(30, "D" + ++names, name(credit)));
    assertThat(credit(credit).text("/status")).isEqualTo("returning");
    assertThat(credit(credit).number("/amount_remaining")).isEqualTo(80);

    String path = "/dashboard/bank/payment-files/" + newest();
    owner.submit(path, path + "/declare", Map.of("transfer", name(credit), "payer_has", "booked"));

    assertThat(credit(credit).text("/status")).isEqualTo("open");
    assertThat(credit(credit).number("/amount_remaining")).isEqualTo(50);
  }

  @Test
  void a_manually_returned_amount_is_in_no_file() {
    String credit = overpaid(90);
    order();
    sendBack(credit, "{}");

    told(Line.debit(90, "D" + ++names, name(credit)));

    assertThat(credit(credit).text("/status")).isEqualTo("closed");
    assertThat(order().text("/error/code")).isEqualTo("payment_file_empty");
  }

  @Test
  void without_a_known_sender_the_account_is_required() {
    Waiting payment = shop.ask(100);
    book(payment, Line.written(777, "N" + ++names, "no idea").withoutPayer());
    String receipt = florin.get("/v2/unmatched_transfers?status=open").text("/data/0/id");
    String path = "/v2/unmatched_transfers/" + receipt + "/return";

    Reply refused = florin.post(path, "{}");
    assertThat(refused.text("/error/code")).isEqualTo("bank_account_required");
    assertThat(refused.text("/error/param")).isEqualTo("bank_account");
    String page = "/dashboard/bank/transfers/" + receipt;
    assertThat(owner.submit(page, page + "/return", Map.of()).body())
        .contains(
            "Your bank didn't report the sender's account. Ask the payer for it.",
            "This is required, because the bank");
    Reply done =
        owner.follow(
            owner.submit(
                page,
                page + "/return",
                Map.of(
                    "bank_account[iban]",
                    "FR14 2004 1010 0505 0001 3M02 606",
                    "bank_account[holder]",
                    "Jo")));
    assertThat(done.body()).contains("•••• 2606", " goes into the next payment file.");
    order();
    assertThat(owner.get(page).body()).contains("The return is in a payment file, to");
    assertThat(owner.get("/dashboard/bank/payment-files/" + newest()).body())
        .contains("entered with the refund");
  }

  @Test
  void a_return_requested_before_payment_files_existed_is_closed_by_its_reference() {
    String credit = overpaid(40);
    florin.update(
        "UPDATE unapplied_funds SET status = 'returning', version = version + 1 WHERE id = '"
            + CustomerCreditId.KIND.parse(credit).orElseThrow().uuid()
            + "'");
    assertThat(credit(credit).text("/status")).isEqualTo(UnappliedFunds.Status.RETURNING.text());

    told(Line.debit(40, "D" + ++names, name(credit)));

    assertThat(credit(credit).text("/status")).isEqualTo("closed");
  }
}
