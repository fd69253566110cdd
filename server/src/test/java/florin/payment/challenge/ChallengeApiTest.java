package florin.payment.challenge;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.Reply;
import florin.testing.SpecialKeys;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The challenge as payers and merchants see it: the page, its buttons and the payment's outcome.
 */
@TestInstance(Lifecycle.PER_CLASS)
class ChallengeApiTest {
  private static final String CHALLENGED = "4000000000003220";
  private static final String RETURN = "https://shop.example/done";

  private TestApp florin;

  @BeforeAll
  void open() {
    florin = TestApp.open();
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @Test
  void a_challenge_makes_the_payment_wait_for_the_payer_and_has_an_event() {
    Reply made = pay(CHALLENGED, RETURN);

    assertThat(made.text("/status")).isEqualTo("requires_action");
    assertThat(made.text("/next_action/type")).isEqualTo("redirect_to_url");
    assertThat(made.text("/next_action/redirect_to_url/url"))
        .startsWith("http://127.0.0.1:" + florin.app().port() + "/challenges/");
    assertThat(made.text("/next_action/redirect_to_url/return_url")).isEqualTo(RETURN);
    assertThat(made.has("/failure")).isFalse();
    assertThat(made.number("/amount_captured")).isZero();
    assertThat(retrieve(made).body()).isEqualTo(made.body());
    assertThat(events(made)).containsExactly("payment.requires_action", "payment.created");
  }

  @ParameterizedTest
  @CsvSource({
    "4000000000003220, COMPLETE, succeeded, , ",
    "4000000000003220, FAIL, failed, authentication_failed, ",
    "4000000000003220, ABANDON, canceled, , ",
    "4000002760003184, COMPLETE, succeeded, , ",
    "4000002760003184, FAIL, failed, authentication_failed, ",
    "4000002760003184, ABANDON, canceled, , ",
    "4000002500003155, COMPLETE, succeeded, , ",
    "4000002500003155, FAIL, failed, authentication_failed, ",
    "4000002500003155, ABANDON, canceled, , ",
    "4000008400001629, COMPLETE, failed, card_declined, generic_decline",
    "4000008400001629, FAIL, failed, authentication_failed, ",
    "4000008400001629, ABANDON, canceled, , ",
    "4000008260003178, COMPLETE, failed, card_declined, insufficient_funds",
    "4000008260003178, FAIL, failed, authentication_failed, ",
    "4000008260003178, ABANDON, canceled, , ",
  })
  void each_button_leads_to_its_outcome(
      String number, String button, String status, String code, String declineCode) {
    Reply made = pay(number, RETURN);
    assertThat(made.text("/status")).isEqualTo("requires_action");

    Reply back = press(made, button);

    assertThat(back.status()).isEqualTo(303);
    assertThat(back.header("Location")).contains(RETURN + "?payment=" + made.text("/id"));
    Reply after = retrieve(made);
    assertThat(after.text("/status")).isEqualTo(status);
    assertThat(after.text("/failure/code")).isEqualTo(code == null ? "" : code);
    assertThat(after.text("/failure/decline_code"))
        .isEqualTo(declineCode == null ? "" : declineCode);
    assertThat(after.has("/next_action")).isFalse();
    assertThat(after.number("/amount_captured")).isEqualTo(status.equals("succeeded") ? 1000 : 0);
    assertThat(after.text("/cancellation_reason"))
        .isEqualTo(status.equals("canceled") ? "abandoned" : "");
    assertThat(events(made))
        .containsExactly("payment." + status, "payment.requires_action", "payment.created");
  }

  @Test
  void cards_without_a_challenge_or_with_a_failing_one_require_no_action_by_the_payer() {
    assertThat(pay("4000000000003055", RETURN).text("/status")).isEqualTo("succeeded");
    Reply failed = florin.post("/v2/payments", TestApp.payment(1000, "4000008400001280"));
    assertThat(failed.status()).isEqualTo(402);
    assertThat(failed.text("/error/code")).isEqualTo("authentication_failed");
  }

  @Test
  void a_challenge_that_was_passed_is_shown_with_the_code_checked() {
    Reply made = pay(CHALLENGED, RETURN);
    press(made, "COMPLETE");

    Reply after = retrieve(made);
    assertThat(after.text("/three_d_secure/version")).isEqualTo("2.2.0");
    assertThat(after.text("/three_d_secure/eci")).isEqualTo("05");
    assertThat(after.text("/three_d_secure/trans_status")).isEqualTo("Y");
    assertThat(after.json().at("/three_d_secure").has("cryptogram")).isFalse();
    assertThat(after.text("/checks/cvc")).isEqualTo("pass");
    assertThat(after.has("/receipt_url")).isTrue();
  }

  /** PCI DSS 3.3.1 forbids Florin to keep the code, so the next payment with the card has none. */
  @ParameterizedTest
  @CsvSource({"COMPLETE, pass", "FAIL, ", "ABANDON, "})
  void the_code_of_a_card_is_forgotten_when_its_challenge_is_over(String button, String checked) {
    String customer = florin.post("/v2/customers", "{}").text("/id");
    String method =
        florin
            .post(
                "/v2/payment_methods",
                "{\"type\": \"card\", \"card\": {\"number\": \"%s\", \"exp_month\": 12, \"exp_year\": 2040, \"cvc\": \"123\"}}"
                    .formatted(CHALLENGED))
            .text("/id");
    florin.post(
        "/v2/payment_methods/" + method + "/attach", "{\"customer\": \"" + customer + "\"}");
    String saved =
        "{\"amount\": 1000, \"currency\": \"usd\", \"return_url\": \"%s\", \"customer\": \"%s\", \"payment_method\": \"%s\"}"
            .formatted(RETURN, customer, method);
    Reply first = florin.post("/v2/payments", saved);
    assertThat(first.text("/status")).as(first.body()).isEqualTo("requires_action");
    press(first, button);
    if (checked != null) {
      assertThat(retrieve(first).text("/checks/cvc")).isEqualTo(checked);
    }

    Reply second = florin.post("/v2/payments", saved);
    press(second, "COMPLETE");

    assertThat(retrieve(second).text("/status")).isEqualTo("succeeded");
    assertThat(retrieve(second).text("/checks/cvc")).isNotEqualTo("pass");
  }

  @Test
  void a_manual_payment_waits_for_its_capture_after_the_challenge() {
    Reply made = create("\"capture_method\": \"manual\",", CHALLENGED);
    press(made, "COMPLETE");

    assertThat(retrieve(made).text("/status")).isEqualTo("requires_capture");
    Reply captured =
        florin.post("/v2/payments/" + made.text("/id") + "/capture", "{\"amount\": 400}");
    assertThat(captured.text("/status")).isEqualTo("succeeded");
    assertThat(captured.number("/amount_captured")).isEqualTo(400);
  }

  @Test
  void a_method_saved_with_a_challenge_is_not_challenged_again() {
    String customer = florin.post("/v2/customers", "{}").text("/id");
    String card = "4000002500003155";
    Reply first =
        create("\"customer\": \"" + customer + "\", \"save_payment_method\": true,", card);
    assertThat(first.text("/status")).isEqualTo("requires_action");
    assertThat(first.has("/payment_method/customer")).isFalse();
    press(first, "COMPLETE");
    Reply saved = retrieve(first);
    assertThat(saved.text("/payment_method/customer")).isEqualTo(customer);

    Reply second =
        florin.post(
            "/v2/payments",
            """
            {"amount": 1000, "currency": "usd", "payment_method": "%s"}\
            """
                .formatted(saved.text("/payment_method/id")));
    assertThat(second.text("/status")).as(second.body()).isEqualTo("succeeded");
  }

  @Test
  void a_challenge_that_was_not_passed_saves_nothing() {
    String customer = florin.post("/v2/customers", "{}").text("/id");
    Reply made =
        create(
            "\"customer\": \"" + customer + "\", \"save_payment_method\": true,",
            "4000002500003155");
    press(made, "FAIL");

    assertThat(retrieve(made).has("/payment_method/customer")).isFalse();
    assertThat(florin.get("/v2/payment_methods?customer=" + customer).texts("/data", "id"))
        .isEmpty();
  }

  @Test
  void live_mode_redirects_a_payer_back_over_https_only() {
    String live = SpecialKeys.ofNewAccount(florin).live();
    try (var client = new TestClient(florin.app().port(), live)) {
      Reply http =
          client.post("/v2/payments", body("\"return_url\": \"http://shop.example\",", CHALLENGED));
      Reply https =
          client.post(
              "/v2/payments", body("\"return_url\": \"https://shop.example\",", CHALLENGED));

      assertThat(http.text("/error/param")).isEqualTo("return_url");
      assertThat(https.text("/error/code")).isEqualTo("payment_method_unavailable");
    }
  }

  @Test
  void the_timeline_shows_the_authorization_and_its_outcome() {
    Reply made = pay(CHALLENGED, RETURN);
    press(made, "COMPLETE");

    Reply shown = florin.get("/v2/payments/" + made.text("/id") + "?expand%5B%5D=attempts");
    assertThat(shown.texts("/attempts", "operation")).containsExactly("authorize", "resume");
    assertThat(shown.texts("/attempts", "status")).containsExactly("requires_action", "approved");
  }

  @ParameterizedTest
  @CsvSource({
    "https://shop.example, https://shop.example?payment=",
    "https://shop.example/a?b=c, https://shop.example/a?b=c&payment=",
    "https://shop.example/a?, https://shop.example/a?payment=",
    "https://shop.example/a?b=c&, https://shop.example/a?b=c&payment=",
    "http://127.0.0.1:9/a, http://127.0.0.1:9/a?payment=",
    "HTTPS://[::1]/%20%C3%A9, HTTPS://[::1]/%20%C3%A9?payment=",
  })
  void the_payer_returns_with_the_payments_id(String returnUrl, String expected) {
    Reply made = pay(CHALLENGED, returnUrl);
    assertThat(press(made, "COMPLETE").header("Location")).contains(expected + made.text("/id"));
  }

  @Test
  void a_fragment_stays_at_the_end() {
    Reply made = pay(CHALLENGED, "https://shop.example/a?b=c#/cart?x=1");
    assertThat(press(made, "FAIL").header("Location"))
        .contains("https://shop.example/a?b=c&payment=" + made.text("/id") + "#/cart?x=1");
  }

  @ParameterizedTest
  @CsvSource({
    "COMPLETE, Your payment is confirmed",
    "FAIL, The payer was not authenticated",
    "ABANDON, Your payment was canceled"
  })
  void without_a_return_url_the_page_shows_the_outcome(String button, String words) {
    Reply made = create("", CHALLENGED);
    assertThat(made.has("/next_action/redirect_to_url/url")).isTrue();
    assertThat(made.json().at("/next_action/redirect_to_url").has("return_url")).isTrue();
    assertThat(made.has("/next_action/redirect_to_url/return_url")).isFalse();

    Reply answer = press(made, button);
    String path = path(made);
    assertThat(answer.status()).isEqualTo(303);
    assertThat(answer.header("Location")).contains("../" + path.substring(12));
    assertThat(get(path).body()).contains(words).doesNotContain("<form", "Return to");
  }

  @Test
  void the_page_shows_the_merchant_the_amount_and_the_card() {
    Reply made = create("\"description\": \"Two <b>tickets</b>\",", CHALLENGED);
    Reply page = get(path(made));

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.body())
        .contains("<title>Confirm your payment</title>")
        .contains("My company")
        .contains("<h1>$10.00</h1>")
        .contains("Visa •••• 3220")
        .contains("Two &lt;b&gt;tickets&lt;/b&gt;")
        .contains("Test mode")
        .contains(">Complete<", ">Fail<", ">Abandon<")
        .doesNotContain(CHALLENGED);
  }

  @Test
  void the_page_is_locked_down() {
    Reply page = get(path(create("", CHALLENGED)));

    assertThat(page.header("Content-Type")).contains("text/html; charset=utf-8");
    assertThat(page.header("Referrer-Policy")).contains("no-referrer");
    assertThat(page.header("X-Robots-Tag")).contains("noindex, nofollow");
    assertThat(page.headers().allValues("Cache-Control")).containsExactly("private, no-store");
    assertThat(page.header("Content-Security-Policy").orElseThrow())
        .matches(
            "default-src 'none'; style-src 'sha256-[^']+'; font-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'");
    assertThat(page.body()).doesNotContain("<script", "style=", "src=", "href=\"http");
    assertThat(get(path(pay(CHALLENGED, RETURN))).header("Content-Security-Policy").orElseThrow())
        .contains("form-action 'self' http: https:;");
  }

  @Test
  void a_final_payment_stays_final_after_further_clicks() {
    Reply made =
        create("\"capture_method\": \"manual\", \"return_url\": \"" + RETURN + "\",", CHALLENGED);
    Reply first = press(made, "COMPLETE");
    String body = retrieve(made).body();

    for (String button : List.of("COMPLETE", "FAIL", "ABANDON")) {
      Reply again = press(made, button);
      assertThat(again.status()).isEqualTo(303);
      assertThat(again.header("Location")).isEqualTo(first.header("Location"));
    }
    assertThat(retrieve(made).body()).isEqualTo(body);
    assertThat(get(path(made)).body())
        .contains("Your payment is confirmed", "Return to", "href=\"" + RETURN + "?payment=")
        .doesNotContain("<form");
  }

  @Test
  void a_merchant_can_cancel_before_the_payer_acts_and_then_the_payer_cannot_act() {
    Reply made = pay(CHALLENGED, RETURN);
    Reply canceled = florin.post("/v2/payments/" + made.text("/id") + "/cancel", "{}");
    assertThat(canceled.text("/status")).isEqualTo("canceled");

    assertThat(press(made, "COMPLETE").status()).isEqualTo(303);
    assertThat(retrieve(made).text("/status")).isEqualTo("canceled");
    assertThat(get(path(made)).body()).contains("Your payment was canceled");
  }

  @Test
  void a_payment_that_waits_for_the_payer_cannot_be_captured() {
    Reply made = pay(CHALLENGED, RETURN);
    Reply refused = florin.post("/v2/payments/" + made.text("/id") + "/capture", "{}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/error/code")).isEqualTo("payment_unexpected_state");
  }

  @Test
  void a_repeated_request_gets_the_first_response_with_the_challenge() {
    String body = body("\"return_url\": \"" + RETURN + "\",", CHALLENGED);
    Reply first = florin.post("/v2/payments", body, "challenged-1");
    press(first, "COMPLETE");
    Reply second = florin.post("/v2/payments", body, "challenged-1");

    assertThat(second.isReplay()).isTrue();
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(second.text("/status")).isEqualTo("requires_action");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/complete", "/fail", "/abandon"})
  void an_unknown_token_leads_to_an_explanation(String button) {
    String token = path(pay(CHALLENGED, RETURN)).substring(12);
    String receipt =
        URI.create(pay("4242424242424242", RETURN).text("/receipt_url")).getPath().substring(10);
    char last = token.charAt(token.length() - 1);
    for (String wrong :
        List.of(
            "nothing",
            token + "A",
            token.substring(1),
            receipt,
            token.substring(0, 55) + (last == 'A' ? 'B' : 'A'))) {
      String path = "/challenges/" + wrong + button;
      Reply page = button.isEmpty() ? get(path) : post(path);

      assertThat(page.status()).as(wrong).isEqualTo(404);
      assertThat(page.body())
          .contains("There is nothing to confirm here")
          .doesNotContain("My company");
      assertThat(page.header("Content-Security-Policy")).isPresent();
    }
  }

  @Test
  void an_unknown_token_is_explained_in_the_payers_language() {
    for (String path : List.of("/challenges/nothing", "/return/nothing")) {
      Reply page =
          florin
              .client()
              .send(florin.client().request(path).header("Accept-Language", "fr").build());

      assertThat(page.status()).isEqualTo(404);
      assertThat(page.body()).contains("<html lang=\"fr\">", "rien à confirmer ici");
    }
  }

  @Test
  void the_page_allows_only_reading_and_its_buttons() {
    String path = path(pay(CHALLENGED, RETURN));
    assertThat(post(path).status()).isEqualTo(405);
    assertThat(get(path + "/complete").status()).isEqualTo(405);
    assertThat(post(path + "/steal").status()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "shop.example/done",
        "/done",
        "https://shop.example:65536/",
        "ftp://shop.example/",
        "javascript:alert(1)",
        "https:///a",
        "https://user:pw@shop.example/",
        "https://shop.example/a b",
        "https://shop.example/\\u00e9",
        "https://shop.example/\\r\\nSet-Cookie: a=b",
        "https://",
        "https://shop.example/%zz",
        "",
        "mailto:a@b.example"
      })
  void an_invalid_return_url_is_rejected(String returnUrl) {
    Reply refused =
        florin.post("/v2/payments", body("\"return_url\": \"" + returnUrl + "\",", CHALLENGED));
    assertThat(refused.status()).as(refused.body()).isEqualTo(400);
    assertThat(refused.text("/error/param")).isEqualTo("return_url");
    assertThat(refused.text("/error/code")).isEqualTo("parameter_invalid");
  }

  @Test
  void an_address_can_have_2048_characters() {
    String longest = "https://shop.example/" + "a".repeat(2048 - 21);
    assertThat(pay(CHALLENGED, longest).text("/next_action/redirect_to_url/return_url"))
        .isEqualTo(longest);
    assertThat(
            florin
                .post("/v2/payments", body("\"return_url\": \"" + longest + "a\",", CHALLENGED))
                .text("/error/param"))
        .isEqualTo("return_url");
  }

  private Reply pay(String number, String returnUrl) {
    return create("\"return_url\": \"" + returnUrl + "\",", number);
  }

  private Reply create(String more, String number) {
    Reply made = florin.post("/v2/payments", body(more, number));
    assertThat(made.status()).as(made.body()).isEqualTo(200);
    return made;
  }

  private static String body(String more, String number) {
    return """
    {"amount": 1000, "currency": "usd", %s "payment_method": {"type": "card", "card":
        {"number": "%s", "exp_month": 12, "exp_year": 2040, "cvc": "123"}}}\
    """
        .formatted(more, number);
  }

  private Reply retrieve(Reply payment) {
    return florin.get("/v2/payments/" + payment.text("/id"));
  }

  private List<String> events(Reply payment) {
    return florin.get("/v2/events?object_id=" + payment.text("/id")).texts("/data", "type");
  }

  /** Does what a browser does: loads the page, and sends the form of the button. */
  private Reply press(Reply payment, String button) {
    return post(path(payment) + "/" + button.toLowerCase(java.util.Locale.ROOT));
  }

  private static String path(Reply payment) {
    return URI.create(payment.text("/next_action/redirect_to_url/url")).getPath();
  }

  /** Loads a page without an API key, as payers do. */
  private Reply get(String path) {
    return florin.client().send(HttpRequest.newBuilder(uri(path)).build());
  }

  private Reply post(String path) {
    return florin
        .client()
        .send(
            HttpRequest.newBuilder(uri(path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.noBody())
                .build());
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + florin.app().port() + path);
  }
}
