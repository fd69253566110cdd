package florin.bank.ordering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.team.Role;
import florin.testing.BankShop.Waiting;
import florin.testing.BankStatementText.Line;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One limit covers all outgoing money of a member: refunds, credits and unmatched transfers. */
class OutgoingMoneyTest extends CreditTransferInitiationCase {
  private static final long LARGE = 100_000;
  private static final Map<String, String> ENTERED =
      Map.of("bank_account[iban]", "FR1420041010050500013M02606", "bank_account[holder]", "Jo");

  private DashboardClient owner;
  private DashboardClient support;

  @BeforeAll
  void signIn() {
    owner = DashboardClient.of(florin, Role.OWNER);
    support = DashboardClient.of(florin, Role.SUPPORT);
  }

  @AfterAll
  void signOut() {
    owner.close();
    support.close();
  }

  /** Creates money of this kind and returns the path of its page. */
  private String page(String kind, long amount) {
    Waiting payment = kind.equals("payment") ? paid(amount) : shop.ask(100);
    if (kind.equals("credit")) {
      book(payment, Line.credit(100 + amount, "O" + ++names, payment.reference()));
    } else if (kind.equals("receipt")) {
      book(payment, Line.written(amount, "O" + ++names, "is not in this list"));
    }
    return switch (kind) {
      case "payment" -> "/dashboard/payments/" + payment.id();
      case "credit" ->
          "/dashboard/bank/credits/"
              + florin.get("/v2/customer_credits?payment=" + payment.id()).text("/data/0/id");
      default ->
          "/dashboard/bank/transfers/"
              + florin.get("/v2/unmatched_transfers?status=open").text("/data/0/id");
    };
  }

  private static Reply send(
      DashboardClient by, String page, long amount, Map<String, String> fields) {
    boolean isRefund = page.contains("/payments/");
    var form = new java.util.HashMap<>(fields);
    if (isRefund) {
      form.put("amount", "%d.%02d".formatted(amount / 100, amount % 100));
    }
    return by.submit(page, page + (isRefund ? "/refund" : "/return"), form);
  }

  private long waiting() {
    return Long.parseLong(
        florin
            .query(
                "SELECT count(*)::text FROM outgoing_transfer WHERE state IN ('begun', 'waiting')")
            .getFirst());
  }

  @ParameterizedTest
  @CsvSource({"payment", "credit", "receipt"})
  void support_sends_small_amounts_to_the_payer_and_no_large_one(String kind) {
    String large = page(kind, LARGE);
    long before = waiting();

    assertThat(send(support, large, LARGE, Map.of()).status()).isEqualTo(403);
    assertThat(waiting()).isEqualTo(before);
    String small = page(kind, LARGE - 1);
    assertThat(send(support, small, LARGE - 1, Map.of()).status()).isEqualTo(303);
    assertThat(waiting()).isEqualTo(before + 1);
    assertThat(send(owner, large, LARGE, Map.of()).status()).isEqualTo(303);
    assertThat(waiting()).isEqualTo(before + 2);
  }

  @ParameterizedTest
  @CsvSource({"payment", "credit", "receipt"})
  void entering_an_account_requires_the_permission_for_any_amount(String kind) {
    String page = page(kind, 1);
    long before = waiting();

    assertThat(support.get(page).body()).doesNotContain("bank_account[iban]");
    assertThat(send(support, page, 1, ENTERED).status()).isEqualTo(403);
    assertThat(waiting()).isEqualTo(before);
    assertThat(owner.get(page).body()).contains("bank_account[iban]");
    assertThat(send(owner, page, 1, ENTERED).status()).isEqualTo(303);
    assertThat(waiting()).isEqualTo(before + 1);
  }

  @ParameterizedTest
  @CsvSource({"payment", "credit", "receipt"})
  void a_large_amount_requires_the_password_again(String kind) {
    String page = page(kind, LARGE);
    long before = waiting();
    florin.update("UPDATE session SET confirmed_at = now() - interval '6 minutes'");
    try {
      assertThat(send(owner, page, LARGE, Map.of()).body()).contains("Confirm your identity");
      assertThat(waiting()).isEqualTo(before);
      send(owner, page, LARGE, Map.of("current_password", DashboardClient.PASSWORD));
      assertThat(waiting()).isEqualTo(before + 1);
    } finally {
      florin.update("UPDATE session SET confirmed_at = now()");
    }
  }

  /** An account outside SEPA may send money by other means, but a payment file can't return it. */
  @Test
  void a_payment_file_sends_nothing_outside_sepa() {
    Waiting payment = shop.ask(500);
    book(
        payment,
        Line.credit(500, "O" + ++names, payment.reference()).from("TR330006100519786457841326"));
    long before = waiting();

    Reply unnamed = refund(payment, "");
    Reply named =
        refund(
            payment,
            ", \"bank_account\": {\"iban\": \"TR330006100519786457841326\", \"holder\": \"Jo\"}");

    for (Reply refused : java.util.List.of(unnamed, named)) {
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.text("/error/param")).isEqualTo("bank_account");
      assertThat(refused.text("/error/message"))
          .contains("must be in a SEPA country", "nothing was sent");
    }
    assertThat(waiting()).isEqualTo(before);
    Reply inSepa =
        refund(
            payment,
            ", \"bank_account\": {\"iban\": \"FR1420041010050500013M02606\", \"holder\": \"Jo\"}");
    assertThat(inSepa.text("/status")).as(inSepa.body()).isEqualTo("pending");
  }

  /** At another account, the same end-to-end ID belongs to another payment of the merchant. */
  @Test
  void a_debit_of_another_account_books_no_transfer_of_this_one() {
    florin.update(
        "INSERT INTO receiving_account (realm_id, id, version, status, iban, holder, currency, statement_format, created_at)"
            + " VALUES (?, gen_random_uuid(), 1, 'disabled', 'DE02120300000000202051', 'Shop GmbH', 'eur', 'camt.053', now())",
        florin.realm().id());
    Waiting payment = paid(300);
    Reply refund = ordered(payment);
    Line debit = Line.debit(300, "O" + ++names, endToEndId(refund));

    shop.send(
        new florin.testing.BankStatementText(
                "OTHER", "DE02120300000000202051", 0, java.util.List.of(debit))
            .xml());
    shop.awaitMatched();

    assertThat(refund(refund.text("/id")).text("/status")).isEqualTo("pending");
    book(payment, debit);
    assertThat(refund(refund.text("/id")).text("/status")).isEqualTo("succeeded");
  }

  @Test
  void an_entry_that_cannot_be_matched_blocks_no_later_one() {
    Waiting payment = paid(300);
    Waiting next = shop.ask(700);
    Reply refund = ordered(payment);
    book(payment, Line.debit(300, "O" + ++names, endToEndId(refund)));
    String where = " WHERE end_to_end_id = '" + endToEndId(refund) + "'";
    String booked = florin.query("SELECT entry_id::text FROM outgoing_transfer" + where).getFirst();
    florin.update("UPDATE outgoing_transfer SET entry_id = gen_random_uuid()" + where);

    shop.book(
        payment.iban(),
        back(refund, 300, "O" + ++names),
        Line.credit(700, "O" + ++names, next.reference()));

    await().atMost(PATIENCE).until(() -> shop.payment(next).text("/status").equals("succeeded"));
    florin.update("UPDATE outgoing_transfer SET entry_id = '" + booked + "'" + where);
    await()
        .atMost(PATIENCE)
        .until(() -> refund(refund.text("/id")).text("/status").equals("failed"));
  }
}
