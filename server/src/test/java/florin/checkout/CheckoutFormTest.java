package florin.checkout;

import static florin.checkout.Payer.hidden;
import static florin.checkout.Payer.path;
import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Sha256;
import florin.page.PageFont;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.io.ByteArrayInputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The form of a checkout page, and the page around it. */
@TestInstance(Lifecycle.PER_CLASS)
class CheckoutFormTest {
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

  /** The form has an error, so no session is paid and the brake counts no card. */
  @Test
  void an_address_that_submits_forms_too_often_waits_and_others_do_not() throws Exception {
    String path = path(Payer.session(florin, ""));
    int accepted = 0;
    HttpResponse<String> last = submitFrom("127.0.0.2", path);
    // A second refills five, and this machine submits far more.
    for (; last.statusCode() == 422 && accepted < 10_000; accepted++) {
      last = submitFrom("127.0.0.2", path);
    }

    assertThat(last.statusCode()).isEqualTo(429);
    assertThat(last.headers().firstValue("Retry-After")).contains("60");
    assertThat(last.body()).contains("Too many attempts", "Wait a minute, then try again.");
    assertThat(accepted).isGreaterThanOrEqualTo(CheckoutPageApi.FORMS_AT_ONCE);
    assertThat(submitFrom("127.0.0.3", path).statusCode()).isEqualTo(422);
  }

  private HttpResponse<String> submitFrom(String address, String path) throws Exception {
    try (HttpClient client =
        HttpClient.newBuilder().localAddress(InetAddress.getByName(address)).build()) {
      return client.send(
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + florin.app().port() + path))
              .header("Content-Type", "application/x-www-form-urlencoded")
              .header("Accept-Language", "en")
              .POST(BodyPublishers.ofString("try=1&number=42"))
              .build(),
          BodyHandlers.ofString());
    }
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
        .as("no promise of a receipt without a mail server")
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
            "<summary>€23.00 <span class=\"what\">Order summary</span></summary>",
            "Secured by Florin");
    assertThat(page.indexOf("name=\"chosen\""))
        .isBetween(page.indexOf("id=\"email\""), page.indexOf("id=\"number\""));
    String cardOnly = payer.look(path(Payer.session(florin, "\"methods\": [\"card\"]"))).body();
    assertThat(cardOnly).doesNotContain("name=\"chosen\"", "<summary>");
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
  void a_payment_has_the_language_of_its_session() {
    Reply french = Payer.session(florin, "\"locale\": \"fr\"");
    Reply open = Payer.session(florin, "");
    for (Reply made : List.of(french, open)) {
      payer.pay(path(made), Payer.GOOD);
    }

    assertThat(paymentOf(french).text("/locale")).isEqualTo("fr");
    assertThat(paymentOf(open).has("/locale")).isFalse();
    Reply ofLink = Payer.sessionOfLink(florin, "\"description\": \"Tea\"");
    payer.pay(path(ofLink), Payer.GOOD);
    assertThat(paymentOf(ofLink).text("/locale")).isEqualTo("en");
  }

  private Reply paymentOf(Reply session) {
    return florin.get(
        "/v2/payments/"
            + florin.get("/v2/checkout_sessions/" + session.text("/id")).text("/payment"));
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

  @ParameterizedTest
  @ValueSource(strings = {"/nothing", "/a/b", "/a/b/c", "/a/b/c/d/e/f", "/c/x/again"})
  void an_error_page_finds_its_font_at_each_depth(String path) {
    Reply page =
        florin.client().send(florin.client().request(path).header("Accept", "text/html").build());
    assertThat(page.status()).isIn(404, 405);
    assertItsFontIsFound(path, page);
  }

  /** The pages at the address of a button are one segment deeper than those with the button. */
  @ParameterizedTest
  @ValueSource(strings = {"/c/x/again", "/challenges/x/complete"})
  void the_page_after_a_button_that_leads_nowhere_finds_its_font(String path) {
    Reply page =
        florin
            .client()
            .send(
                florin
                    .client()
                    .request(path)
                    .header("Accept", "text/html")
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.noBody())
                    .build());
    assertThat(page.status()).isEqualTo(404);
    assertItsFontIsFound(path, page);
  }

  private void assertItsFontIsFound(String path, Reply page) {
    for (String place : List.of("rel=\"preload\" href=\"", "src: url(\"")) {
      var font = Pattern.compile(Pattern.quote(place) + "([^\"]*)").matcher(page.body());
      assertThat(font.find()).isTrue();
      String url = URI.create(path).resolve(font.group(1)).getPath().replace("/..", "");
      assertThat(url).startsWith("/fonts/");
      assertThat(payer.look(url).status()).isEqualTo(200);
    }
    var style = Pattern.compile("<style>(.*)</style>", Pattern.DOTALL).matcher(page.body());
    assertThat(style.find()).isTrue();
    assertThat(page.header("Content-Security-Policy").orElseThrow())
        .contains("sha256-" + Base64.getEncoder().encodeToString(Sha256.of(style.group(1))));
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
  void a_manual_session_offers_no_bank_transfer_because_a_bank_authorizes_nothing() {
    Reply made = Payer.session(florin, "\"capture_method\": \"manual\"");
    assertThat(payer.look(path(Payer.session(florin, ""))).body()).contains("Pay by bank transfer");
    assertThat(payer.look(path(made)).body()).doesNotContain("Pay by bank transfer");

    payer.submit(path(made), Map.of("try", "1", "method", "bank_transfer"));

    assertThat(retrieve(made).has("/payment")).isFalse();
  }

  @Test
  void a_page_and_its_font_have_at_most_40_kilobytes_in_two_requests() throws Exception {
    String more = "\"description\": \"%s\", \"locale\": \"fr\"".formatted("7".repeat(900));
    String path = path(Payer.session(florin, more));
    HttpRequest.Builder request = florin.client().request(path);
    String plain = payer.look(path).body();

    HttpResponse<byte[]> page =
        HttpClient.newHttpClient()
            .send(request.header("Accept-Encoding", "gzip").build(), BodyHandlers.ofByteArray());

    assertThat(page.headers().firstValue("Content-Encoding")).contains("gzip");
    assertThat(page.headers().firstValue("Vary")).contains("Accept-Encoding");
    assertThat(new GZIPInputStream(new ByteArrayInputStream(page.body())).readAllBytes())
        .asString(StandardCharsets.UTF_8)
        .isEqualTo(plain);
    assertThat(Pattern.compile("(?:src|href)=\"\\.\\./").matcher(plain).results()).hasSize(1);
    assertThat(page.body().length + PageFont.bytes().length).isLessThan(40_000);
  }

  @Test
  void enter_presses_the_first_button_but_pays_with_the_chosen_method() {
    Reply chosen = Payer.session(florin, "");
    payer.submit(path(chosen), Map.of("try", "1", "chosen", "transfer", "number", ""));
    assertThat(payer.look(path(chosen)).body()).contains("Send this amount from your bank.");

    Reply card = Payer.session(florin, "");
    payer.submit(
        path(card),
        Map.of(
            "try",
            "1",
            "chosen",
            "transfer",
            "number",
            Payer.GOOD,
            "expiry",
            "12/40",
            "cvc",
            "123"));
    assertThat(retrieve(card).text("/status"))
        .as("a client that accepts both")
        .isEqualTo("complete");
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

  /** Returns the suggested email address. */
  private String email(Reply made) {
    var field =
        Pattern.compile("name=\"email\" type=\"email\" value=\"([^\"]*)\"")
            .matcher(payer.look(path(made)).body());
    assertThat(field.find()).isTrue();
    return field.group(1);
  }

  /** Returns the statuses of the payments from the session's page, oldest first. */
  private List<String> paymentsOf(Reply made) {
    return florin.query(
        "SELECT status FROM payment WHERE return_url = '" + made.text("/url") + "' ORDER BY id");
  }
}
