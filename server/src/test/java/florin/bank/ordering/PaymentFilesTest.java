package florin.bank.ordering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.prowidesoftware.swift.model.mx.dic.CreditTransferTransaction34;
import florin.testing.BankShop.Waiting;
import florin.testing.BankStatementText;
import florin.testing.BankStatementText.Line;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The path from a refund by bank transfer to its booking at the bank, through the API. */
class PaymentFilesTest extends CreditTransferInitiationCase {
  @Test
  void a_refund_is_ordered_and_succeeds_when_the_bank_books_it() {
    Waiting payment = paid(4250);
    // Orders the refunds that other tests have left open.
    order();

    Reply refund = refund(payment, ", \"amount\": 1250");
    assertThat(refund.status()).as(refund.body()).isEqualTo(200);
    assertThat(refund.text("/status")).isEqualTo("pending");
    assertThat(refund.text("/bank_account/country")).isEqualTo("NL");
    assertThat(refund.text("/bank_account/iban_last4")).isEqualTo("4300");
    Reply order = order();
    assertThat(order.text("/status")).as(order.body()).isEqualTo("open");
    String file = file(order);
    assertThat(file(order)).isEqualTo(file);
    CreditTransferTransaction34 transfer =
        transfers(file).stream()
            .filter(it -> it.getPmtId().getEndToEndId().equals(endToEndId(refund)))
            .findFirst()
            .orElseThrow();
    assertThat(transfer.getAmt().getInstdAmt().getValue()).isEqualByComparingTo("12.50");
    assertThat(transfer.getCdtr().getNm()).isEqualTo("Jo March");
    assertThat(transfer.getCdtrAcct().getId().getIBAN()).isEqualTo("NL91ABNA0417164300");
    assertThat(transfer.getRmtInf().getUstrd()).containsExactly("Refund " + payment.reference());
    assertThat(refund(refund.text("/id")).text("/status")).isEqualTo("pending");

    book(payment, Line.debit(1250, "D" + ++names, endToEndId(refund)));

    assertThat(refund(refund.text("/id")).text("/status")).isEqualTo("succeeded");
    Reply after = shop.payment(payment);
    assertThat(after.number("/amount_refunded")).isEqualTo(1250);
    assertThat(florin.get("/v2/payment_files/" + order.text("/id")).text("/status"))
        .isEqualTo("completed");
    assertThat(file(order)).isEqualTo(file);
    assertThat(florin.get("/v2/events?object_id=" + refund.text("/id")).texts("/data", "type"))
        .containsExactly("refund.updated", "refund.created");
  }

  /** The day's first export lacks the end-to-end ID, and the final statement has it. */
  @Test
  void an_ambiguous_debit_books_the_open_refund_that_it_names() {
    Waiting payment = paid(870);
    Reply refund = ordered(payment);
    export(payment, new Line(-870, false, "", "", "SEPA", ""));

    export(payment, Line.debit(870, "", endToEndId(refund)));

    assertThat(refund(refund.text("/id")).text("/status")).isEqualTo("succeeded");
  }

  @Test
  void an_ambiguous_debit_with_another_amount_or_without_a_refund_is_of_the_kind_other() {
    Waiting payment = paid(880);
    Reply refund = ordered(payment);
    export(payment, new Line(-879, false, "", "", "SEPA", ""));

    export(payment, Line.debit(879, "", endToEndId(refund)));

    assertThat(refund(refund.text("/id")).text("/status")).isEqualTo("pending");
    book(payment, Line.debit(880, "D" + ++names, endToEndId(refund)));
    export(payment, new Line(-880, false, "", "", "SEPA", ""));
    export(payment, Line.debit(880, "", endToEndId(refund)));
    assertThat(refund(refund.text("/id")).text("/status")).isEqualTo("succeeded");
  }

  /** Sends a statement that starts where the other exports of the test's account start. */
  private void export(Waiting payment, Line line) {
    String id = "E" + ++names;
    Reply taken =
        shop.send(
            new BankStatementText(
                    id, payment.iban(), 50_000_000, List.of(line, Line.credit(1, "C" + id, "")))
                .xml());
    assertThat(taken.status()).as(taken.body()).isEqualTo(200);
    shop.awaitMatched();
  }

  @Test
  void a_returned_refund_has_failed_after_it_succeeded() {
    Waiting payment = paid(900);
    Reply refund = ordered(payment);
    book(payment, Line.debit(900, "D" + ++names, endToEndId(refund)));
    assertThat(refund(refund.text("/id")).text("/status")).isEqualTo("succeeded");

    book(payment, back(refund, 900, "B" + ++names));

    Reply after = refund(refund.text("/id"));
    assertThat(after.text("/status")).isEqualTo("failed");
    assertThat(after.text("/failure_reason")).isEqualTo("returned");
    assertThat(shop.payment(payment).number("/amount_refunded")).isZero();
    assertThat(florin.get("/v2/events?object_id=" + refund.text("/id")).texts("/data", "type"))
        .containsExactly("refund.failed", "refund.updated", "refund.created");
    // The payment can be refunded again, to another account.
    Reply again =
        refund(
            payment,
            ", \"bank_account\": {\"iban\": \"FR14 2004 1010 0505 0001 3M02 606\", \"holder\": \"Jo March\"}");
    assertThat(again.text("/status")).as(again.body()).isEqualTo("pending");
    assertThat(again.text("/bank_account/country")).isEqualTo("FR");
  }

  @Test
  void an_entry_names_the_refund_that_it_booked_or_returned() {
    Waiting payment = paid(840);
    String paid = "P" + names;
    Reply refund = ordered(payment);

    book(payment, Line.debit(840, "D" + ++names, endToEndId(refund)));
    book(payment, back(refund, 840, "B" + names));

    String refunded = match(payment.id(), refund.text("/id"), -840);
    assertThat(entry(paid).json().at("/matches").toString())
        .isEqualTo(match(payment.id(), null, 840));
    assertThat(entry("D" + names).json().at("/matches").toString()).isEqualTo(refunded);
    assertThat(entry("B" + names).json().at("/matches").toString())
        .isEqualTo(match(payment.id(), refund.text("/id"), 840));
  }

  @Test
  void an_entry_names_the_refund_that_it_caused() {
    Waiting payment = paid(830);

    book(payment, Line.reversal(830, "V" + ++names, payment.reference()));

    String refund = florin.get("/v2/refunds?payment=" + payment.id()).text("/data/0/id");
    assertThat(entry("V" + names).json().at("/matches").toString())
        .isEqualTo(match(payment.id(), refund, -830));
  }

  private Reply entry(String bankReference) {
    Reply list = florin.get("/v2/bank_entries?limit=100");
    int place = list.texts("/data", "bank_reference").indexOf(bankReference);
    Reply one = florin.get("/v2/bank_entries/" + list.text("/data/%d/id".formatted(place)));
    assertThat(one.json().at("/matches").toString())
        .isEqualTo(list.json().at("/data/%d/matches".formatted(place)).toString());
    return one;
  }

  private static String match(String payment, @Nullable String refund, long amount) {
    return "[{\"payment\":\"%s\",\"refund\":%s,\"customer_credit\":null,\"unmatched_transfer\":null,\"payout\":null,\"amount\":%d}]"
        .formatted(payment, refund == null ? "null" : '"' + refund + '"', amount);
  }

  @Test
  void another_amount_than_the_ordered_one_never_counts_as_the_full_amount() {
    Waiting payment = paid(1000);
    Reply refund = ordered(payment);

    book(payment, Line.debit(999, "D" + ++names, endToEndId(refund)));

    assertThat(refund(refund.text("/id")).text("/status")).isEqualTo("pending");
    assertThat(florin.get("/v2/bank_entries?status=other").texts("/data", "bank_reference"))
        .contains("D" + names);
    assertThat(
            florin.query(
                "SELECT amount_approved::text FROM attempt WHERE operation = 'refund' AND amount_approved IS NOT NULL"))
        .containsExactly("999");
    // Florin does not send the refund again.
    String order = florin.get("/v2/payment_files").text("/data/0/id");
    assertThat(florin.get("/v2/payment_files/" + order).text("/status")).isEqualTo("open");
  }

  @Test
  void a_debit_that_the_bank_books_twice_counts_once() {
    Waiting payment = paid(300);
    Reply refund = ordered(payment);

    book(
        payment,
        Line.debit(300, "D" + ++names, endToEndId(refund)),
        Line.debit(300, "D" + ++names, endToEndId(refund)));

    assertThat(shop.payment(payment).number("/amount_refunded")).isEqualTo(300);
    assertThat(florin.get("/v2/bank_entries?status=other").texts("/data", "bank_reference"))
        .contains("D" + names);
  }

  @Test
  void without_a_known_sender_the_account_is_required() {
    Waiting payment = shop.ask(500);
    book(payment, Line.credit(500, "P" + ++names, payment.reference()).withoutPayer());
    assertThat(shop.payment(payment).text("/status")).isEqualTo("succeeded");

    Reply refused = refund(payment, "");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/error/code")).isEqualTo("bank_account_required");
    assertThat(refused.text("/error/param")).isEqualTo("bank_account");
    Reply wrong =
        refund(
            payment, ", \"bank_account\": {\"iban\": \"NL91ABNA0417164301\", \"holder\": \"Jo\"}");
    assertThat(wrong.text("/error/param")).isEqualTo("bank_account.iban");
    Reply named =
        refund(
            payment,
            ", \"bank_account\": {\"iban\": \"nl91 abna 0417 1643 00\", \"holder\": \"Jo\"}");
    assertThat(named.text("/status")).as(named.body()).isEqualTo("pending");
    assertThat(transfers(file(order())).getLast().getCdtr().getNm()).isEqualTo("Jo");
    assertThat(florin.query("SELECT 1 FROM outgoing_transfer WHERE iban_sealed LIKE '%ABNA%'"))
        .isEmpty();
    assertThat(florin.query("SELECT 1 FROM event WHERE body::text LIKE '%0417164300%'")).isEmpty();
  }

  @Test
  void money_from_two_accounts_is_returned_to_the_named_one() {
    Waiting payment = shop.ask(500);
    book(
        payment,
        Line.credit(200, "P" + ++names, payment.reference()),
        Line.credit(300, "P" + ++names, payment.reference()).from("FR1420041010050500013M02606"));

    assertThat(refund(payment, "").text("/error/code")).isEqualTo("bank_account_required");
  }

  @Test
  void a_bank_account_requires_a_bank_transfer_and_must_not_be_a_receiving_account() {
    Reply card = florin.post("/v2/payments", TestApp.payment(1000, "4242424242424242"));
    String named = ", \"bank_account\": {\"iban\": \"%s\", \"holder\": \"Jo\"}";
    Waiting payment = paid(100);

    Reply refused =
        florin.post(
            "/v2/refunds",
            "{\"payment\": \""
                + card.text("/id")
                + "\""
                + named.formatted("NL91ABNA0417164300")
                + "}");
    assertThat(refused.text("/error/code")).isEqualTo("parameter_invalid");
    assertThat(refused.text("/error/param")).isEqualTo("bank_account");
    Reply own = refund(payment, named.formatted(payment.iban()));
    assertThat(own.text("/error/param")).isEqualTo("bank_account");
  }

  @Test
  void each_of_many_concurrent_refunds_is_in_exactly_one_file() throws Exception {
    Set<String> asked = new HashSet<>();
    for (int i = 0; i < 6; i++) {
      asked.add(endToEndId(refund(paid(100 + i), "")));
    }
    List<Callable<Reply>> makers =
        IntStream.range(0, 8).<Callable<Reply>>mapToObj(_ -> this::order).toList();
    var made = new java.util.ArrayList<Reply>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Reply> future : threads.invokeAll(makers)) {
        made.add(future.get());
      }
    }
    assertThat(made.stream().filter(reply -> reply.status() == 200)).isNotEmpty();
    assertThat(made.stream().filter(reply -> reply.status() != 200).map(r -> r.text("/error/code")))
        .containsOnly("payment_file_empty");
    List<String> given =
        made.stream()
            .filter(reply -> reply.status() == 200)
            .flatMap(reply -> transfers(file(reply)).stream())
            .map(transfer -> transfer.getPmtId().getEndToEndId())
            .filter(asked::contains)
            .toList();
    assertThat(given).hasSize(asked.size()).doesNotHaveDuplicates();
  }

  @Test
  void only_a_refund_without_a_file_can_be_canceled() {
    Waiting payment = paid(800);
    Reply refund = refund(payment, ", \"amount\": 300");

    Reply canceled = florin.post("/v2/refunds/" + refund.text("/id") + "/cancel", "{}");
    assertThat(canceled.text("/status")).as(canceled.body()).isEqualTo("canceled");

    Reply second = ordered(payment);
    assertThat(second.number("/amount")).isEqualTo(800);
    Reply refused = florin.post("/v2/refunds/" + second.text("/id") + "/cancel", "{}");
    assertThat(refused.text("/error/code")).isEqualTo("refund_unexpected_state");
    assertThat(
            transfers(file(florin.get("/v2/payment_files/" + newest()))).stream()
                .map(transfer -> transfer.getPmtId().getEndToEndId()))
        .contains(endToEndId(second))
        .doesNotContain(endToEndId(refund));
  }

  @Test
  void a_refund_canceled_while_files_are_created_is_in_a_file_or_canceled() throws Exception {
    var refunds = new java.util.ArrayList<Reply>();
    for (int i = 0; i < 6; i++) {
      refunds.add(refund(paid(100 + i), ""));
    }
    var work = new java.util.ArrayList<Callable<Reply>>();
    refunds.forEach(refund ->
        work.add(() -> florin.post("/v2/refunds/" + refund.text("/id") + "/cancel", "{}")));
    work.add(3, this::order);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      threads.invokeAll(work);
    }

    for (Reply refund : refunds) {
      assertThat(
              florin.query(
                  "SELECT o.state FROM outgoing_transfer o WHERE o.end_to_end_id = ?",
                  endToEndId(refund)))
          .containsExactly(
              refund(refund.text("/id")).text("/status").equals("canceled") ? "closed" : "ordered");
    }
  }

  @Test
  void the_same_request_is_one_refund_and_one_file() {
    Waiting payment = paid(600);
    String body = "{\"payment\": \"" + payment.id() + "\", \"amount\": 600}";
    Reply first = florin.post("/v2/refunds", body, "refund-" + payment.id());
    Reply second = florin.post("/v2/refunds", body, "refund-" + payment.id());
    assertThat(second.body()).isEqualTo(first.body());

    String ask = "{\"receiving_account\": \"" + account + "\"}";
    Reply order = florin.post("/v2/payment_files", ask, "order-" + payment.id());
    Reply again = florin.post("/v2/payment_files", ask, "order-" + payment.id());
    assertThat(order.status()).isEqualTo(200);
    assertThat(again.body()).isEqualTo(order.body());
  }

  @Test
  void the_bank_of_test_mode_executes_its_files() {
    Waiting payment = paid(700);
    Reply refund = ordered(payment);
    String ask = "{\"payment_file\": \"" + newest() + "\", \"kind\": \"%s\"}";

    Reply executed = florin.post("/v2/test/payment_files", ask.formatted("executed"));
    assertThat(executed.status()).as(executed.body()).isEqualTo(200);
    await()
        .atMost(PATIENCE)
        .until(() -> refund(refund.text("/id")).text("/status").equals("succeeded"));
    Reply nothing = florin.post("/v2/test/payment_files", ask.formatted("executed"));
    assertThat(nothing.text("/error/code")).isEqualTo("payment_file_unexpected_state");
    assertThat(florin.post("/v2/test/payment_files", ask.formatted("returned")).status())
        .isEqualTo(200);
    await()
        .atMost(PATIENCE)
        .until(() -> refund(refund.text("/id")).text("/status").equals("failed"));
  }
}
