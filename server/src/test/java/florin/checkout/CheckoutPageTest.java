package florin.checkout;

import static florin.checkout.Payer.hidden;
import static florin.checkout.Payer.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Id.CheckoutSessionId;
import florin.core.Sha256;
import florin.testing.Reply;
import florin.testing.SpecialKeys;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * The page of a checkout session as a payer uses it, and misuses it; and what the merchant sees.
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
            "Thank you. My company has received your payment.",
            "https://shop.example/thanks?checkout_session=" + made.text("/id"),
            payment.text("/receipt_url"))
        .doesNotContain("<input", "Test mode");
    assertThat(page.header("Refresh"))
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
  void after_a_decline_another_attempt_is_another_payment() {
    Reply made = Payer.session(florin, "");
    payer.pay(path(made), Payer.DECLINED);
    Reply declined = payer.look(path(made));
    assertThat(declined.body()).contains("Your card was declined, and nothing was charged.");
    assertThat(hidden(declined, "try")).isEqualTo("2");
    assertThat(retrieve(made).text("/status")).isEqualTo("open");

    payer.pay(path(made), Payer.GOOD);

    assertThat(retrieve(made).text("/status")).isEqualTo("complete");
    assertThat(paymentsOf(made)).containsExactly("failed", "succeeded");
  }

  @Test
  void an_invalid_card_is_reported_at_its_field_and_is_no_attempt() {
    Reply made = Payer.session(florin, "");

    Reply wrong =
        payer.submit(
            path(made),
            Map.of(
                "try",
                "1",
                "number",
                "4242 4242 4242 4241",
                "expiry",
                "13/40",
                "cvc",
                "12",
                "name",
                "Jo"));
    assertThat(wrong.status()).isEqualTo(422);
    assertThat(wrong.body())
        .contains(
            "This card number is incomplete or wrong. Please check the digits.",
            "Enter the month and year",
            "Enter the security code",
            "value=\"Jo\"")
        .doesNotContain("4242 4242 4242 4241", "value=\"12\"");
    Reply mistyped =
        payer.submit(
            path(made),
            Map.of("try", "1", "number", "4242424242424241", "expiry", "12/40", "cvc", "123"));
    assertThat(mistyped.body())
        .contains("This card number is incomplete or wrong. Please check the digits.");
    Reply expired =
        payer.submit(
            path(made), Map.of("try", "1", "number", Payer.GOOD, "expiry", "12/20", "cvc", "123"));
    assertThat(expired.body()).contains("This card has expired");

    assertThat(retrieve(made).has("/payment")).isFalse();
  }

  @Test
  void the_page_asks_for_an_email_address_first_and_suggests_the_merchants_one() {
    String customer = florin.post("/v2/customers", "{\"email\": \"amy@example.com\"}").text("/id");
    String ofCustomer = "\"customer\": \"" + customer + "\"";

    assertThat(email(Payer.session(florin, ""))).isEmpty();
    assertThat(email(Payer.session(florin, ofCustomer))).isEqualTo("amy@example.com");
    Reply given = Payer.session(florin, ofCustomer + ", \"customer_email\": \"jo@example.com\"");
    assertThat(given.text("/customer_email")).isEqualTo("jo@example.com");
    assertThat(email(given)).isEqualTo("jo@example.com");
    String page = payer.look(path(given)).body();
    assertThat(page.indexOf("id=\"email\"")).isBetween(0, page.indexOf("id=\"number\""));
    assertThat(page)
        .as("without a mail server no receipt is promised")
        .doesNotContain("We send your receipt");
  }

  @Test
  void the_address_that_the_payer_sends_is_that_of_the_receipt_and_of_the_next_try() {
    Reply made = Payer.session(florin, "\"customer_email\": \"jo@example.com\"");

    payer.pay(path(made), Payer.DECLINED, "1", "amy@example.com");
    assertThat(receiptEmail(made)).isEqualTo("amy@example.com");
    assertThat(email(made)).isEqualTo("amy@example.com");
    payer.pay(path(made), Payer.DECLINED, "2", " ");
    assertThat(receiptEmail(made)).isEmpty();
    assertThat(email(made)).isEmpty();
    payer.submit(
        path(made), Map.of("try", "3", "method", "bank_transfer", "email", "beth@example.com"));
    assertThat(receiptEmail(made)).isEqualTo("beth@example.com");
    payer.submit(path(made) + "/again", Map.of());
    payer.pay(path(made), Payer.GOOD, "4", "meg@bücher.example");

    assertThat(receiptEmail(made)).isEqualTo("meg@bücher.example");
    assertThat(retrieve(made).text("/status")).isEqualTo("complete");
    assertThat(retrieve(made).text("/customer_email")).isEqualTo("jo@example.com");
  }

  @Test
  void an_invalid_email_address_is_reported_at_its_field_and_is_no_attempt() {
    Reply made = Payer.session(florin, "");
    for (String wrong :
        List.of(
            "jo", "jo@example", "a@b.c, d@e.f", "x".repeat(250) + "@b.c", "4242424242424242@b.c")) {
      for (Map<String, String> way :
          List.of(
              Map.of("number", Payer.GOOD, "expiry", "12/40", "cvc", "123"),
              Map.of("method", "bank_transfer"))) {
        var fields = new HashMap<>(way);
        fields.put("try", "1");
        fields.put("email", wrong);
        Reply refused = payer.submit(path(made), fields);
        assertThat(refused.status()).as(wrong).isEqualTo(422);
        assertThat(refused.body())
            .contains(
                "This email address is incomplete. Correct it, or leave the field empty.",
                "id=\"email-error\"")
            .contains("value=\"" + wrong + "\"");
      }
    }
    assertThat(retrieve(made).has("/payment")).isFalse();
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
    assertThat(payer.look(path(made) + "?payment=" + payment(made)).body()).contains("Thank you.");
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
    assertThat(payer.look(path(made)).body()).contains("Thank you. Your payment is authorized.");

    florin.post("/v2/payments/" + payment(made) + "/capture", "{}");

    assertThat(payer.look(path(made)).body()).contains("has received your payment");
    assertThat(florin.get("/v2/events?object_id=" + made.text("/id")).texts("/data", "type"))
        .containsExactly("checkout_session.completed");
  }

  @Test
  void a_manual_session_offers_no_bank_transfer_because_a_bank_authorizes_nothing() {
    Reply made = Payer.session(florin, "\"capture_method\": \"manual\"");
    assertThat(payer.look(path(Payer.session(florin, ""))).body()).contains("Pay by bank transfer");
    assertThat(payer.look(path(made)).body()).doesNotContain("Pay by bank transfer");

    payer.submit(path(made), Map.of("try", "1", "method", "bank_transfer"));

    assertThat(retrieve(made).has("/payment")).isFalse();
  }

  @Test
  void an_unknown_payment_method_is_rejected_with_the_list_of_known_ones() {
    Reply refused = Payer.session(florin, "\"methods\": [\"card\", \"crad\"]");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/error/param")).isEqualTo("methods[1]");
    assertThat(refused.text("/error/message"))
        .contains("must be one of: card, bank_transfer, ", ", paypal, ", ", sepa_debit, ")
        .doesNotContain("crad");
    assertThat(
            Payer.session(florin, "\"methods\": [\"card\", \"bank_transfer\", \"ideal\"]").status())
        .isEqualTo(200);
  }

  @Test
  void twenty_tries_are_enough() {
    Reply made = Payer.session(florin, "");
    for (int i = 1; i <= CheckoutSession.MAX_TRIES + 1; i++) {
      assertThat(payer.pay(path(made), Payer.DECLINED, Integer.toString(i)).status())
          .as("try %d: the page says what is to be said", i)
          .isEqualTo(303);
    }

    assertThat(paymentsOf(made)).hasSize(CheckoutSession.MAX_TRIES).containsOnly("failed");
    assertThat(payer.look(path(made)).body())
        .contains("Too many attempts")
        .doesNotContain("<input");
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
  void a_forged_or_foreign_token_leads_to_no_page() {
    Reply made = Payer.session(florin, "");
    String path = path(made);
    String last = path.endsWith("A") ? "B" : "A";
    String receipt =
        florin.post("/v2/payments", TestApp.payment(1000, Payer.GOOD)).text("/receipt_url");
    for (String token :
        List.of(
            path.substring(0, path.length() - 1) + last,
            path + "A",
            "/c/x",
            "/c/" + receipt.substring(receipt.lastIndexOf('/') + 1),
            "/l/" + path.substring(3))) {
      Reply page = payer.look(token);
      assertThat(page.status()).as(token).isEqualTo(404);
      assertThat(page.body()).contains("We can't find this payment");
      assertThat(payer.submit(token, Map.of("try", "1")).status()).isEqualTo(404);
    }
  }

  @Test
  void additional_parameters_change_nothing() {
    Reply made = Payer.session(florin, "");
    Reply page =
        payer.look(path(made) + "?payment=pay_01h455vb4pex5vsknk084sn02q&status=succeeded");
    assertThat(page.body()).contains("<input id=\"number\"");
    assertThat(retrieve(made).text("/status")).isEqualTo("open");
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

  @Test
  void pages_are_not_cached_and_load_only_the_font() {
    Reply page = payer.look(path(Payer.session(florin, "")));
    assertThat(page.header("Cache-Control")).contains("private, no-store");
    assertThat(page.header("Referrer-Policy")).contains("no-referrer");
    assertThat(page.header("Content-Security-Policy").orElseThrow())
        .startsWith("default-src 'none'; style-src 'sha256-")
        .contains("'; font-src 'self'; img-src data:; base-uri 'none'; ")
        .contains("form-action 'self'", "frame-ancestors 'none'");
  }

  @Test
  void a_page_has_an_icon_and_one_font_that_browsers_cache_permanently() {
    String path = path(Payer.session(florin, ""));
    String page = payer.look(path).body();
    var font =
        Pattern.compile("<link rel=\"preload\" href=\"\\.\\.(/fonts/[0-9a-f]{16})\"").matcher(page);
    assertThat(font.find()).isTrue();
    assertThat(page)
        .contains("url(\"../fonts/", "<link rel=\"icon\" type=\"image/svg+xml\" href=\"data:");

    Reply served = payer.look(font.group(1));

    assertThat(served.header("Content-Type")).contains("font/woff2");
    assertThat(served.headers().allValues("Cache-Control"))
        .containsExactly("public, max-age=31536000, immutable");
    assertThat(Integer.parseInt(served.header("Content-Length").orElseThrow()))
        .isBetween(10_000, 28_000);
    assertThat(payer.look("/fonts/0123456789abcdef").headers().allValues("Cache-Control"))
        .containsExactly("no-cache");
  }

  @Test
  void only_the_card_form_has_a_script_which_its_policy_allows_by_hash() {
    Reply made = Payer.session(florin, "");
    Reply form = payer.look(path(made));
    var script = Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL).matcher(form.body());
    assertThat(script.find()).isTrue();
    assertThat(script.group(1)).hasSizeLessThan(10_000);
    assertThat(form.header("Content-Security-Policy").orElseThrow())
        .contains(
            "script-src 'sha256-"
                + Base64.getEncoder().encodeToString(Sha256.of(script.group(1)))
                + "'; connect-src 'self'");
    assertThat(form.body()).hasSizeLessThan(40_000);

    payer.pay(path(made), Payer.CHALLENGED);

    Reply waiting = payer.look(path(made));
    assertThat(waiting.body()).doesNotContain("<script");
    assertThat(waiting.header("Content-Security-Policy").orElseThrow())
        .doesNotContain("script-src");
  }

  @Test
  void without_script_a_number_typed_with_blanks_is_accepted() {
    Reply made = Payer.session(florin, "");

    payer.pay(path(made), " 4242 4242-4242 4242 ");

    assertThat(retrieve(made).text("/status")).isEqualTo("complete");
  }

  @Test
  void the_summary_folds_and_the_method_is_chosen_before_its_fields() {
    Reply made = Payer.session(florin, "\"description\": \"Order 7\"");
    String page = payer.look(path(made)).body();
    assertThat(page)
        .contains(
            "<main class=\"split\">",
            "<summary><span class=\"unseen\">Order summary</span> €23.00</summary>",
            "Secured by Florin");
    assertThat(page.indexOf("name=\"chosen\""))
        .isBetween(page.indexOf("id=\"email\""), page.indexOf("id=\"number\""));
    String cardOnly = payer.look(path(Payer.session(florin, "\"methods\": [\"card\"]"))).body();
    assertThat(cardOnly).doesNotContain("name=\"chosen\"", "<summary>");
  }

  @Test
  void a_browser_gets_an_error_as_a_page_in_its_language() {
    String path = path(Payer.session(florin, ""));
    Reply german = browse("GET", path + "/", "de");
    assertThat(german.status()).isEqualTo(404);
    assertThat(german.body()).contains("<html lang=\"de\">", "Zahlung nicht gefunden");
    assertThat(german.header("Content-Security-Policy").orElseThrow())
        .startsWith("default-src 'none'; ");
    Reply put = browse("PUT", path, "en");
    assertThat(put.status()).isEqualTo(405);
    assertThat(put.header("Allow")).contains("GET, HEAD, POST");
    assertThat(put.body()).contains("We can't find this payment");
    assertThat(payer.look(path + "/").body()).startsWith("{\"error\"");
    assertThat(browse("GET", "/v2/nothing", "en").body()).startsWith("{\"error\"");
  }

  private Reply browse(String method, String path, String language) {
    return florin
        .client()
        .send(
            florin
                .client()
                .request(path)
                .header("Accept", "text/html,*/*;q=0.8")
                .header("Accept-Language", language)
                .method(method, BodyPublishers.noBody())
                .build());
  }

  @Test
  void a_page_speaks_as_its_session_or_its_browser_wants() {
    Reply open = Payer.session(florin, "");
    Reply french = Payer.session(florin, "\"locale\": \"fr\"");
    var german = new Payer(florin, "de-AT,de;q=0.9,en;q=0.3");
    assertThat(german.look(path(open)).body())
        .contains("<html lang=\"de\">", "23,00\u00a0€ zahlen", "Kartennummer");
    assertThat(german.look(path(french)).body())
        .contains("<html lang=\"fr\">", "Payer 23,00\u00a0€");
    assertThat(new Payer(florin, "es").look("/c/x").body()).contains("No encontramos este pago");
    assertThat(new Payer(florin, "q=;;;,,").look("/c/x").body())
        .contains("We can't find this payment");
  }

  @Test
  void lines_must_add_up_to_the_amount() {
    String lines =
        """
        {"currency": "usd", "success_url": "https://shop.example/", "cancel_url": "https://shop.example/",
         "line_items": [{"name": "Tea <b>", "quantity": 3, "amount": 450}, {"name": "Cup", "quantity": 1, "amount": 900}]%s}
        """;
    Reply made = florin.post("/v2/checkout_sessions", lines.formatted(""));
    assertThat(made.number("/amount")).isEqualTo(2250);
    assertThat(payer.look(path(made)).body())
        .contains("Tea &lt;b&gt;", "3 × $4.50", "$13.50", "$22.50");
    Reply other = florin.post("/v2/checkout_sessions", lines.formatted(", \"amount\": 2249"));
    assertThat(other.text("/error/param")).isEqualTo("amount");
  }

  @Test
  void invalid_addresses_and_times_are_rejected() {
    for (String wrong :
        List.of(
            "\"success_url\": \"javascript:alert(1)\"",
            "\"success_url\": \"https://shop.example@evil.example/\"",
            "\"cancel_url\": \"ftp://shop.example/\"",
            "\"cancel_url\": \"https://shop.example/" + "x".repeat(2048) + "\"",
            "\"expires_in\": 60",
            "\"expires_in\": 604801",
            "\"amount\": 0",
            "\"amount\": 1000000000000",
            "\"locale\": \"it\"",
            "\"customer_email\": \"jo\"",
            "\"customer_email\": \"4242424242424242@example.com\"",
            "\"customer\": \"cus_01h455vb4pex5vsknk084sn02q\"")) {
      Reply refused = Payer.session(florin, wrong);
      assertThat(refused.status()).as(wrong).isEqualTo(400);
    }
  }

  @Test
  void in_live_mode_payers_are_redirected_over_https_only() {
    SpecialKeys other = SpecialKeys.ofNewAccount(florin);
    try (var live = new TestClient(florin.app().port(), other.live())) {
      String body =
          "{\"amount\": 1000, \"currency\": \"usd\", \"success_url\": \"%s\", \"cancel_url\": \"https://shop.example/\"}";
      Reply refused = live.post("/v2/checkout_sessions", body.formatted("http://shop.example/"));
      assertThat(refused.text("/error/param")).isEqualTo("success_url");
      Reply made = live.post("/v2/checkout_sessions", body.formatted("https://shop.example/"));
      assertThat(made.status()).isEqualTo(200);
      assertThat(payer.look(path(made)).body())
          .contains("Payments are unavailable right now")
          .doesNotContain("Test mode", "<input");
      assertThat(payer.pay(path(made), Payer.GOOD, "1").status()).isEqualTo(200);
      assertThat(live.get("/v2/payments").texts("/data", "id")).isEmpty();
    }
  }

  @Test
  void a_request_that_no_browser_sends_is_rejected_with_a_reason() {
    Reply made = Payer.session(florin, "");
    Reply json =
        florin
            .client()
            .send(
                florin
                    .client()
                    .request(path(made))
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString("{}"))
                    .build());
    assertThat(json.status()).isEqualTo(400);
    assertThat(json.body()).contains("Something went wrong");
  }

  private Reply retrieve(Reply made) {
    return florin.get("/v2/checkout_sessions/" + made.text("/id"));
  }

  private String payment(Reply made) {
    return retrieve(made).text("/payment");
  }

  private String receiptEmail(Reply made) {
    return florin.get("/v2/payments/" + payment(made)).text("/receipt_email");
  }

  /** What the page suggests. */
  private String email(Reply made) {
    var field =
        Pattern.compile("name=\"email\" type=\"email\" value=\"([^\"]*)\"")
            .matcher(payer.look(path(made)).body());
    assertThat(field.find()).isTrue();
    return field.group(1);
  }

  /** How all payments stand whose payer came from the session's page, oldest first. */
  private List<String> paymentsOf(Reply made) {
    return florin.query(
        "SELECT status FROM payment WHERE return_url = '" + made.text("/url") + "' ORDER BY id");
  }

  private static String uuid(Reply made) {
    return CheckoutSessionId.KIND.parse(made.text("/id")).orElseThrow().uuid().toString();
  }
}
