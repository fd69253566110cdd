package florin.checkout;

import static florin.checkout.Payer.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Id.CheckoutSessionId;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * A payer's correct and incorrect use of a checkout session's page, and the merchant's view of it.
 */
@TestInstance(Lifecycle.PER_CLASS)
class CheckoutPageTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private TestApp florin;
  private Payer payer;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    payer = Payer.of(florin);
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @Test
  void a_session_is_paid_once_and_complete_with_its_payment() {
    Reply made = Payer.session(florin, "\"metadata\": {\"order\": \"7\"}");
    assertThat(made.text("/status")).isEqualTo("open");
    assertThat(payer.look(path(made)).body()).contains("Pay €23.00", "My company");

    Reply paid = payer.pay(path(made), Payer.GOOD);

    assertThat(paid.status()).isEqualTo(303);
    Reply after = retrieve(made);
    assertThat(after.text("/status")).isEqualTo("complete");
    Reply payment = florin.get("/v2/payments/" + after.text("/payment"));
    assertThat(payment.text("/status")).isEqualTo("succeeded");
    assertThat(payment.text("/metadata/order")).isEqualTo("7");
    Reply page = payer.look(path(made));
    assertThat(page.body())
        .contains(
            "<h1 class=\"title\">You paid €23.00</h1>",
            "Thank you. My company has received your payment.",
            "https://shop.example/thanks?checkout_session=" + made.text("/id"),
            payment.text("/receipt_url"),
            "<p class=\"tag\">Test mode</p>")
        .doesNotContain("<input", "•••• 4242", Payer.GOOD);
    assertThat(page.header("Refresh")).as("no redirect for a payer who goes back").isEmpty();
    assertThat(paid.header("Location")).contains(".." + path(made) + "?next");
    assertThat(payer.look(path(made) + "?next").header("Refresh"))
        .contains("0; url=https://shop.example/thanks?checkout_session=" + made.text("/id"));
  }

  @Test
  void the_event_is_of_the_commit_that_succeeds_and_shows_the_session() {
    Reply made = Payer.session(florin, "");
    payer.pay(path(made), Payer.GOOD);

    Reply event = florin.get("/v2/events?object_id=" + made.text("/id"));
    assertThat(event.text("/data/0/type")).isEqualTo("checkout_session.completed");
    assertThat(event.text("/data/0/data/object/payment")).isEqualTo(payment(made));
    assertThat(
            florin.query(
                "SELECT type FROM event WHERE position = (SELECT position FROM event WHERE object_id = '%s') ORDER BY type"
                    .formatted(uuid(made))))
        .contains("checkout_session.completed", "payment.succeeded");
  }

  @Test
  void viewing_a_page_writes_nothing() {
    Reply made = Payer.session(florin, "");
    String before =
        florin
            .query("SELECT xmin::text FROM checkout_session WHERE id = '" + uuid(made) + "'")
            .getFirst();

    for (int i = 0; i < 3; i++) {
      assertThat(payer.look(path(made)).status()).isEqualTo(200);
    }

    assertThat(
            florin.query("SELECT xmin::text FROM checkout_session WHERE id = '" + uuid(made) + "'"))
        .containsExactly(before);
    assertThat(retrieve(made).has("/payment")).isFalse();
  }

  @Test
  void a_form_sent_twice_or_late_is_one_payment() {
    Reply made = Payer.session(florin, "");
    payer.pay(path(made), Payer.GOOD, "1");
    String payment = payment(made);

    assertThat(payer.pay(path(made), Payer.GOOD, "1").status()).isEqualTo(303);
    assertThat(payer.pay(path(made), "4000056655665556", "1").status()).isEqualTo(303);
    assertThat(payer.pay(path(made), Payer.GOOD, "2").status()).isEqualTo(303);
    assertThat(payer.pay(path(made), Payer.GOOD, "77").status()).isEqualTo(303);

    assertThat(payment(made)).isEqualTo(payment);
    assertThat(paymentsOf(made)).hasSize(1);
  }

  @Test
  void of_many_tabs_that_pay_concurrently_one_succeeds()
      throws InterruptedException, ExecutionException {
    Reply made = Payer.session(florin, "");
    var start = new CountDownLatch(1);
    List<String> cards = List.of(Payer.GOOD, "5555555555554444", "378282246310005", Payer.GOOD);
    try (var tabs = Executors.newVirtualThreadPerTaskExecutor()) {
      var sent = new ArrayList<Future<Reply>>();
      for (int i = 0; i < 8; i++) {
        String card = cards.get(i % cards.size());
        sent.add(
            tabs.submit(() -> {
              start.await();
              return payer.submit(
                  path(made),
                  Map.of(
                      "try",
                      "1",
                      "number",
                      card,
                      "expiry",
                      "12/40",
                      "cvc",
                      card.startsWith("37") ? "1234" : "123"));
            }));
      }
      start.countDown();
      for (Future<Reply> tab : sent) {
        assertThat(tab.get().status()).isIn(303, 409);
      }
    }

    assertThat(retrieve(made).text("/status")).isEqualTo("complete");
    assertThat(paymentsOf(made)).containsExactly("succeeded");
  }

  @Test
  void a_challenge_is_passed_during_the_checkout() {
    Reply made = Payer.session(florin, "");
    Reply sent = payer.pay(path(made), Payer.CHALLENGED);
    String challenge = sent.header("Location").orElseThrow();
    assertThat(challenge).startsWith("../challenges/");
    assertThat(payer.look(path(made)).body()).contains("One more step").doesNotContain("<input id");

    Reply back = payer.submit(challenge.substring(2) + "/complete", Map.of());

    assertThat(back.header("Location").orElseThrow())
        .endsWith(path(made) + "?payment=" + payment(made));
    assertThat(retrieve(made).text("/status")).isEqualTo("complete");
    Reply paid = payer.look(path(made) + "?payment=" + payment(made));
    assertThat(paid.body()).contains("Thank you.");
    assertThat(paid.header("Refresh"))
        .contains("0; url=https://shop.example/thanks?checkout_session=" + made.text("/id"));
  }

  @Test
  void an_abandoned_challenge_is_replaced_by_another_card() {
    Reply made = Payer.session(florin, "");
    payer.pay(path(made), Payer.CHALLENGED);
    assertThat(payer.pay(path(made), Payer.GOOD, "2").status()).isEqualTo(303);
    assertThat(paymentsOf(made)).containsExactly("requires_action");

    Reply again = payer.submit(path(made) + "/again", Map.of());

    assertThat(again.status()).isEqualTo(303);
    assertThat(payer.look(path(made)).body())
        .contains("Your payment wasn't completed, and nothing was charged. You can try again.");
    payer.pay(path(made), Payer.GOOD);
    assertThat(paymentsOf(made)).containsExactly("canceled", "succeeded");
    assertThat(retrieve(made).text("/status")).isEqualTo("complete");
  }

  @Test
  void while_an_outcome_is_unknown_no_other_attempt_begins_and_a_late_success_completes() {
    Reply made = Payer.session(florin, "");
    payer.pay(path(made), Payer.PENDING);
    assertThat(payer.look(path(made)).body())
        .contains("being processed")
        .doesNotContain("<input id");
    payer.pay(path(made), Payer.GOOD, "2");

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(retrieve(made).text("/status")).isEqualTo("complete"));

    assertThat(paymentsOf(made)).containsExactly("succeeded");
  }

  @Test
  void a_manual_session_is_complete_after_the_approval_and_has_one_event() {
    Reply made = Payer.session(florin, "\"capture_method\": \"manual\"");
    payer.pay(path(made), Payer.GOOD);
    assertThat(retrieve(made).text("/status")).isEqualTo("complete");
    assertThat(payer.look(path(made)).body())
        .contains(
            "<h1 class=\"title\">Payment authorized</h1>",
            "Thank you. Your payment is authorized. My company charges you when your order is ready.");

    florin.post("/v2/payments/" + payment(made) + "/capture", "{\"amount\": 2000}");

    assertThat(payer.look(path(made)).body())
        .contains("<h1 class=\"title\">You paid €20.00</h1>", "has received your payment");
    assertThat(new Payer(florin, "de").look(path(made)).body())
        .contains("<h1 class=\"title\">Sie haben 20,00\u00a0€ bezahlt</h1>");
    assertThat(florin.get("/v2/events?object_id=" + made.text("/id")).texts("/data", "type"))
        .containsExactly("checkout_session.completed");
  }

  @Test
  void a_session_expired_by_the_merchant_cannot_be_paid_and_ends_its_open_attempt() {
    Reply made = Payer.session(florin, "");
    payer.pay(path(made), Payer.CHALLENGED);

    Reply expired = florin.post("/v2/checkout_sessions/" + made.text("/id") + "/expire", "{}");

    assertThat(expired.text("/status")).isEqualTo("expired");
    assertThat(paymentsOf(made)).containsExactly("canceled");
    assertThat(payer.look(path(made)).body())
        .contains("This page has expired", "https://shop.example/cart?of=7&amp;checkout_session=");
    payer.pay(path(made), Payer.GOOD, "2");
    assertThat(paymentsOf(made)).containsExactly("canceled");
    assertThat(florin.get("/v2/events?object_id=" + made.text("/id")).texts("/data", "type"))
        .containsExactly("checkout_session.expired");
    assertThat(
            florin
                .post("/v2/checkout_sessions/" + made.text("/id") + "/expire", "{}")
                .text("/error/code"))
        .isEqualTo("checkout_session_unexpected_state");
  }

  @Test
  void a_session_past_its_time_expires_automatically_with_its_open_attempt() {
    Reply made = Payer.session(florin, "");
    payer.pay(path(made), Payer.CHALLENGED);
    florin.update(
        "UPDATE checkout_session SET expires_at = now(), due_at = now() WHERE id = '"
            + uuid(made)
            + "'");

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(retrieve(made).text("/status")).isEqualTo("expired"));

    assertThat(paymentsOf(made)).containsExactly("canceled");
    assertThat(payer.look(path(made)).body()).contains("This page has expired");
  }

  @Test
  void a_session_that_was_paid_is_not_expired() {
    Reply made = Payer.session(florin, "");
    payer.pay(path(made), Payer.GOOD);

    Reply refused = florin.post("/v2/checkout_sessions/" + made.text("/id") + "/expire", "{}");

    assertThat(refused.text("/error/code")).isEqualTo("checkout_session_unexpected_state");
    assertThat(retrieve(made).text("/status")).isEqualTo("complete");
  }

  @Test
  void a_merchants_keys_and_payments_do_not_reach_a_session() {
    Reply made = Payer.session(florin, "");
    String body =
        """
        {"amount": 2300, "currency": "eur", "return_url": "%s",
         "payment_method": {"type": "card", "card": {"number": "4242424242424242", "exp_month": 12, "exp_year": 2040}}}
        """
            .formatted(made.text("/url"));
    Reply own = florin.post("/v2/payments", body, made.text("/id") + ":1");
    assertThat(own.text("/status")).isEqualTo("succeeded");
    assertThat(retrieve(made).text("/status")).isEqualTo("open");

    payer.pay(path(made), Payer.GOOD);

    assertThat(payment(made)).isNotEqualTo(own.text("/id"));
    assertThat(retrieve(made).text("/status")).isEqualTo("complete");
  }

  private Reply retrieve(Reply made) {
    return florin.get("/v2/checkout_sessions/" + made.text("/id"));
  }

  private String payment(Reply made) {
    return retrieve(made).text("/payment");
  }

  /** Returns the statuses of the payments from the session's page, oldest first. */
  private List<String> paymentsOf(Reply made) {
    return florin.query(
        "SELECT status FROM payment WHERE return_url = '" + made.text("/url") + "' ORDER BY id");
  }

  private static String uuid(Reply made) {
    return CheckoutSessionId.KIND.parse(made.text("/id")).orElseThrow().uuid().toString();
  }
}
