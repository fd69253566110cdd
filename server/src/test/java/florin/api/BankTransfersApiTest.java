package florin.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.bank.CreditorReference;
import florin.testing.Reply;
import florin.testing.SpecialKeys;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Payments by bank transfer, from the API to the ledger and back. */
@TestInstance(Lifecycle.PER_CLASS)
class BankTransfersApiTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String TRANSFER = "\"payment_method\": {\"type\": \"bank_transfer\"}";

  private TestApp florin;

  @BeforeAll
  void open() {
    florin = TestApp.open();
  }

  @AfterAll
  void close() {
    florin.close();
  }

  private Reply pay(String more) {
    return florin.post(
        "/v2/payments", "{\"amount\": 12345, \"currency\": \"eur\", " + TRANSFER + more + "}");
  }

  private Reply read(Reply payment) {
    return florin.get("/v2/payments/" + payment.text("/id"));
  }

  /** Records the full amount as received, and makes the next inquiry due. */
  private void receive(Reply payment) {
    String reference = payment.text("/payment_method/bank_transfer/reference");
    florin.update(
        "UPDATE bank_transfer SET received = amount, state = 'paid', version = version + 1 WHERE reference = '"
            + reference
            + "'");
    florin.update(
        "UPDATE attempt SET due_at = now(), version = version + 1 WHERE due_at IS NOT NULL AND payment_id = (SELECT id FROM payment WHERE method ->> 'reference' = '"
            + reference
            + "')");
  }

  @Test
  void a_payment_has_the_instructions_for_the_payers_transfer() {
    Reply payment = pay(", \"description\": \"Order 7\"");

    assertThat(payment.status()).isEqualTo(200);
    assertThat(payment.text("/status")).isEqualTo("requires_action");
    assertThat(payment.text("/next_action/type")).isEqualTo("bank_transfer_instructions");
    assertThat(payment.text("/next_action/iban")).isEqualTo("DE89370400440532013000");
    assertThat(payment.has("/next_action/bic")).isFalse();
    assertThat(payment.text("/next_action/holder")).isEqualTo("Test account");
    assertThat(payment.number("/next_action/amount")).isEqualTo(12345);
    assertThat(payment.text("/next_action/currency")).isEqualTo("eur");
    assertThat(Instant.ofEpochSecond(payment.number("/next_action/expires_at")))
        .isBetween(
            Instant.now().plus(Duration.ofDays(13)), Instant.now().plus(Duration.ofDays(15)));
    String reference = payment.text("/next_action/reference");
    assertThat(CreditorReference.find(reference)).isPresent();
    assertThat(payment.text("/payment_method/type")).isEqualTo("bank_transfer");
    assertThat(payment.text("/payment_method/bank_transfer/reference")).isEqualTo(reference);
    assertThat(payment.number("/payment_method/bank_transfer/amount_received")).isZero();
    assertThat(payment.text("/outcome/connector")).isEqualTo("bank_transfer");
    assertThat(payment.has("/outcome/connector_id")).isFalse();
    assertThat(read(payment).json()).isEqualTo(payment.json());
    assertThat(florin.get("/v2/events?object_id=" + payment.text("/id")).texts("/data", "type"))
        .containsExactly("payment.requires_action", "payment.created");
  }

  @Test
  void the_same_request_gets_the_same_response_and_creates_one_transfer() {
    String body = "{\"amount\": 700, \"currency\": \"eur\", " + TRANSFER + "}";

    Reply first = florin.client().post("/v2/payments", body, "transfer-once");
    Reply again = florin.client().post("/v2/payments", body, "transfer-once");

    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.isReplay()).isTrue();
  }

  @Test
  void the_qr_code_for_banking_apps_has_an_unguessable_address() {
    Reply payment = pay("");
    String picture = URI.create(payment.text("/next_action/qr_svg_url")).getRawPath();

    Reply svg = florin.get(picture);

    assertThat(svg.status()).isEqualTo(200);
    assertThat(svg.header("Content-Type")).contains("image/svg+xml");
    assertThat(svg.body()).startsWith("<svg");
    assertThat(florin.get("/transfers/" + "x".repeat(40) + "/qr.svg").status()).isEqualTo(404);
    assertThat(florin.get("/transfers/nothing").status()).isEqualTo(404);
  }

  @Test
  void the_page_of_a_transfer_has_the_instructions_and_the_status() {
    Reply payment = pay("");
    String path = URI.create(payment.text("/next_action/url")).getRawPath();

    Reply page = florin.get(path);

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.body())
        .contains(
            "Pay €123.45",
            "DE89 3704 0044 0532 0130 00",
            "data-copy=\"" + payment.text("/next_action/reference") + "\"",
            "data-copy=\"123.45\"",
            "<svg");
    assertThat(page.header("Content-Security-Policy").orElseThrow())
        .contains("script-src 'sha256-")
        .doesNotContain("unsafe");
    // A challenge's link has the same form of token, but this token belongs to no challenge.
    assertThat(florin.get(path.replace("transfers", "challenges")).status()).isEqualTo(404);

    florin.post("/v2/payments/" + payment.text("/id") + "/cancel", "{}");
    assertThat(florin.get(path).body()).contains("no longer expected").doesNotContain("DE89");
    assertThat(florin.get(path + "/qr.svg").status()).isEqualTo(404);
  }

  @Test
  void a_payment_with_received_money_succeeds_regardless_of_which_node_notices() {
    Reply payment = pay("");

    receive(payment);

    await().atMost(PATIENCE).until(() -> read(payment).text("/status").equals("succeeded"));
    Reply paid = read(payment);
    assertThat(paid.number("/amount_captured")).isEqualTo(12345);
    assertThat(paid.has("/next_action")).isFalse();
    assertThat(paid.text("/payment_method/bank_transfer/reference")).startsWith("RF");
    Reply refund = florin.post("/v2/refunds", "{\"payment\": \"" + payment.text("/id") + "\"}");
    assertThat(refund.status()).isEqualTo(400);
    assertThat(refund.text("/error/code")).isEqualTo("bank_account_required");
    assertThat(read(payment).json()).isEqualTo(paid.json());
    Reply cancel = florin.post("/v2/payments/" + payment.text("/id") + "/cancel", "{}");
    assertThat(cancel.text("/error/code")).isEqualTo("payment_unexpected_state");
    assertThat(florin.get(URI.create(payment.text("/next_action/url")).getRawPath()).body())
        .contains("has received your payment");
  }

  @Test
  void a_cancel_closes_the_transfer_and_reports_it() {
    Reply payment = pay("");

    Reply canceled =
        florin.post(
            "/v2/payments/" + payment.text("/id") + "/cancel",
            "{\"cancellation_reason\": \"requested_by_customer\"}");

    assertThat(canceled.status()).isEqualTo(200);
    assertThat(canceled.text("/status")).isEqualTo("canceled");
    assertThat(
            florin.query(
                "SELECT state FROM bank_transfer WHERE reference = '"
                    + payment.text("/next_action/reference")
                    + "'"))
        .containsExactly("closed");
  }

  @Test
  void a_cancel_is_too_late_after_the_money_arrived() {
    Reply payment = pay("");
    florin.update(
        "UPDATE bank_transfer SET received = amount, state = 'paid', version = version + 1 WHERE reference = '"
            + payment.text("/next_action/reference")
            + "'");

    Reply cancel = florin.post("/v2/payments/" + payment.text("/id") + "/cancel", "{}");

    assertThat(cancel.status()).isEqualTo(400);
    assertThat(cancel.text("/error/code")).isEqualTo("payment_unexpected_state");
    assertThat(read(payment).text("/status")).isEqualTo("requires_action");
  }

  @Test
  void a_transfer_that_does_not_arrive_in_time_is_abandoned() {
    Reply payment = pay("");

    florin.update(
        "UPDATE attempt SET due_at = now(), expires_at = now() WHERE payment_id = (SELECT id FROM payment WHERE method ->> 'reference' = '"
            + payment.text("/next_action/reference")
            + "')");

    await().atMost(PATIENCE).until(() -> read(payment).text("/status").equals("canceled"));
    assertThat(read(payment).text("/cancellation_reason")).isEqualTo("abandoned");
  }

  @Test
  void a_transfer_that_cannot_be_sent_is_rejected_before_anything_is_stored() {
    Reply kroner =
        florin.post("/v2/payments", "{\"amount\": 100, \"currency\": \"dkk\", " + TRANSFER + "}");
    Reply held = pay(", \"capture_method\": \"manual\"");

    assertThat(kroner.status()).isEqualTo(400);
    assertThat(kroner.text("/error/code")).isEqualTo("payment_method_unavailable");
    assertThat(kroner.text("/error/message")).contains("/v2/receiving_accounts");
    assertThat(held.status()).isEqualTo(400);
    assertThat(held.text("/error/param")).isEqualTo("capture_method");
  }

  /**
   * The first payment creates the test account. A concurrent payment must not see it half created.
   */
  @Test
  void the_first_payments_of_an_account_can_be_concurrent() throws Exception {
    String body = "{\"amount\": 500, \"currency\": \"eur\", " + TRANSFER + "}";
    for (int account = 0; account < 4; account++) {
      var keys = SpecialKeys.ofNewAccount(florin);
      try (var client = new TestClient(florin.app().port(), keys.secret());
          var crowd = Executors.newVirtualThreadPerTaskExecutor()) {
        Callable<Reply> pay = () -> client.post("/v2/payments", body);
        for (Future<Reply> reply : crowd.invokeAll(Collections.nCopies(32, pay))) {
          assertThat(reply.get().text("/status"))
              .as(reply.get().body())
              .isEqualTo("requires_action");
        }
      }
    }
  }

  @Test
  void a_live_payment_uses_the_enabled_account_and_no_test_bank() {
    var keys = SpecialKeys.ofNewAccount(florin);
    try (var live = new TestClient(florin.app().port(), keys.live())) {
      String body = "{\"amount\": 500, \"currency\": \"eur\", " + TRANSFER + "}";
      assertThat(live.post("/v2/payments", body).text("/error/code"))
          .isEqualTo("payment_method_unavailable");

      Reply account =
          live.post(
              "/v2/receiving_accounts",
              "{\"iban\": \"DE02 1203 0000 0000 2020 51\", \"bic\": \"BYLADEM1001\", \"holder\": \"Shop GmbH\", \"currency\": \"eur\"}");

      assertThat(account.text("/status")).isEqualTo("disabled");
      Reply refused = live.post("/v2/receiving_accounts/" + account.text("/id") + "/enable", "{}");
      assertThat(refused.status()).isEqualTo(403);
      assertThat(refused.text("/error/code")).isEqualTo("dashboard_required");

      florin.update(
          "UPDATE receiving_account SET status = 'enabled' WHERE iban = 'DE02120300000000202051'");
      Reply payment = live.post("/v2/payments", body);
      assertThat(payment.text("/next_action/holder")).isEqualTo("Shop GmbH");
      assertThat(payment.text("/next_action/bic")).isEqualTo("BYLADEM1001");
      assertThat(payment.text("/outcome/connector")).isEqualTo("bank_transfer");
      assertThat(payment.bool("/livemode")).isTrue();
    }
  }

  @Test
  void a_card_is_still_charged_as_before() {
    Reply card =
        florin.post(
            "/v2/payments",
            "{\"amount\": 500, \"currency\": \"eur\", \"payment_method\": {\"type\": \"card\", \"card\": {\"number\": \"4242424242424242\", \"exp_month\": 12, \"exp_year\": 2040}}}");

    assertThat(card.text("/status")).isEqualTo("succeeded");
  }
}
