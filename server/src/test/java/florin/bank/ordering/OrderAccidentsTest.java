package florin.bank.ordering;

import static org.assertj.core.api.Assertions.assertThat;

import florin.team.Role;
import florin.testing.BankShop.Waiting;
import florin.testing.BankStatementText.Line;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Banks' deviations from a payment file: other amounts, another order, missing references. */
class OrderAccidentsTest extends CreditTransferInitiationCase {
  private DashboardClient owner;

  @BeforeAll
  void signIn() {
    owner = DashboardClient.of(florin, Role.OWNER);
  }

  private String path() {
    return "/dashboard/bank/payment-files/" + newest();
  }

  /** Declares the outcome of a transfer in the newest file. */
  private Reply declare(Reply refund, String said) {
    String path = path();
    Map<String, String> form = Map.of("transfer", endToEndId(refund), "payer_has", said);
    return owner.follow(owner.submit(path, path + "/declare", form));
  }

  private String state(Reply refund) {
    return florin
        .query("SELECT state FROM outgoing_transfer WHERE end_to_end_id = ?", endToEndId(refund))
        .getFirst();
  }

  private void debit(Waiting payment, Reply refund, long amount) {
    book(payment, Line.debit(amount, "D" + ++names, endToEndId(refund)));
  }

  @Test
  void if_less_was_paid_the_payer_got_the_declared_amount_and_the_rest_can_be_refunded() {
    Waiting payment = paid(1000);
    Reply refund = ordered(payment);
    debit(payment, refund, 400);
    assertThat(refund(refund.text("/id")).text("/status")).isEqualTo("pending");

    declare(refund, "booked");

    Reply after = refund(refund.text("/id"));
    assertThat(after.text("/status")).isEqualTo("failed");
    assertThat(after.text("/failure_reason")).isEqualTo("other_amount");
    Reply paid = shop.payment(payment);
    assertThat(paid.number("/amount_refunded")).isEqualTo(400);
    assertThat(
            florin.query(
                "SELECT outcome FROM audit_entry WHERE action = 'payment_file.declare' AND detail = ?",
                endToEndId(refund) + " booked"))
        .containsExactly("done");
    Reply all = florin.get("/v2/refunds?payment=" + payment.id());
    assertThat(all.texts("/data", "status")).containsExactly("succeeded", "failed");
    assertThat(all.texts("/data", "amount")).containsExactly("400", "1000");
    assertThat(all.text("/data/0/bank_account/iban_last4")).isEqualTo("4300");
    assertThat(florin.get("/v2/payment_files/" + newest()).text("/status")).isEqualTo("completed");
    assertThat(florin.get("/v2/bank_entries?status=other").texts("/data", "bank_reference"))
        .doesNotContain("D" + names);
    Reply rest = refund(payment, "");
    assertThat(rest.number("/amount")).as(rest.body()).isEqualTo(600);
    String token = DashboardClient.formToken(owner.get(path()));
    Map<String, String> again = Map.of("transfer", endToEndId(refund), "payer_has", "nothing");
    assertThat(owner.follow(owner.post(path(), path() + "/declare", token, again)).body())
        .contains("already recorded");
    assertThat(shop.payment(payment).number("/amount_refunded")).isEqualTo(400);
  }

  @Test
  void if_more_was_paid_only_the_ordered_amount_counts_as_refunded() {
    Waiting payment = paid(1000);
    Reply refund = refund(payment, ", \"amount\": 600");
    order();
    debit(payment, refund, 750);

    declare(refund, "booked");

    assertThat(refund(refund.text("/id")).text("/status")).isEqualTo("succeeded");
    assertThat(shop.payment(payment).number("/amount_refunded")).isEqualTo(600);
    assertThat(
            florin.query(
                "SELECT sum(m.amount)::text FROM bank_match m JOIN bank_entry e ON e.id = m.entry_id WHERE m.holder = 'other' AND e.bank_reference = ?",
                "D" + names))
        .containsExactly("-150");
  }

  @Test
  void a_payer_who_received_nothing_of_another_amount_can_be_refunded_again() {
    Waiting payment = paid(500);
    Reply refund = ordered(payment);
    debit(payment, refund, 50);

    declare(refund, "nothing");

    Reply after = refund(refund.text("/id"));
    assertThat(after.text("/status")).isEqualTo("failed");
    assertThat(after.text("/failure_reason")).isEqualTo("declined");
    assertThat(shop.payment(payment).number("/amount_refunded")).isZero();
    assertThat(florin.get("/v2/bank_entries?status=other").texts("/data", "bank_reference"))
        .contains("D" + names);
    assertThat(refund(payment, "").number("/amount")).isEqualTo(500);
  }

  @Test
  void a_reversed_wrong_amount_is_booked_as_ordered_the_next_time() {
    Waiting payment = paid(500);
    Reply refund = ordered(payment);
    debit(payment, refund, 50);

    book(payment, back(refund, 50, "U" + ++names));
    assertThat(state(refund)).isEqualTo("ordered");
    debit(payment, refund, 500);

    assertThat(refund(refund.text("/id")).text("/status")).isEqualTo("succeeded");
  }

  @Test
  void a_refund_reported_as_returned_before_it_is_reported_as_sent_has_failed() {
    Waiting payment = paid(900);
    Reply refund = ordered(payment);

    book(payment, back(refund, 900, "B" + ++names));
    assertThat(refund(refund.text("/id")).text("/failure_reason")).isEqualTo("returned");
    debit(payment, refund, 900);

    Reply after = refund(refund.text("/id"));
    assertThat(after.text("/status")).isEqualTo("failed");
    assertThat(shop.payment(payment).number("/amount_refunded")).isZero();
    assertThat(
            florin.query(
                "SELECT coalesce(sum(amount), 0)::text FROM bank_match WHERE holder = 'other' AND entry_id IN (SELECT id FROM bank_entry WHERE end_to_end_id = ?)",
                endToEndId(refund)))
        .containsExactly("0");
    assertThat(florin.get("/v2/unmatched_transfers?status=open&limit=1").texts("/data", "amount"))
        .doesNotContain("900");
    assertThat(refund(payment, "").number("/amount")).isEqualTo(900);
  }

  @Test
  void a_return_without_a_mark_is_recognized_by_its_reference_and_full_amount() {
    Waiting payment = paid(900);
    Reply refund = ordered(payment);
    debit(payment, refund, 900);

    book(payment, new Line(899, false, "M" + ++names, "", "", endToEndId(refund)));
    assertThat(refund(refund.text("/id")).text("/status")).isEqualTo("succeeded");
    book(payment, new Line(900, false, "M" + ++names, "", "", endToEndId(refund)));

    assertThat(refund(refund.text("/id")).text("/failure_reason")).isEqualTo("returned");
  }

  @Test
  void a_reversal_is_recognized_by_the_banks_reference_of_the_booking() {
    Waiting payment = paid(700);
    Reply refund = ordered(payment);
    debit(payment, refund, 700);

    book(payment, new Line(700, true, "D" + names, "", "", ""));

    assertThat(refund(refund.text("/id")).text("/failure_reason")).isEqualTo("returned");
  }

  @Test
  void a_file_executed_after_it_was_declared_rejected_is_not_ordered_again() {
    Waiting payment = paid(650);
    Reply refund = ordered(payment);
    String path = path();
    owner.submit(path, path + "/reject", Map.of());
    assertThat(state(refund)).isEqualTo("waiting");

    debit(payment, refund, 650);

    assertThat(refund(refund.text("/id")).text("/status")).isEqualTo("succeeded");
    assertThat(order().text("/error/code")).isEqualTo("payment_file_empty");
  }
}
