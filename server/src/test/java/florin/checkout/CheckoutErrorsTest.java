package florin.checkout;

import static florin.checkout.Payer.path;
import static org.assertj.core.api.Assertions.assertThat;

import florin.payment.execution.CrashPoint;
import florin.testing.Records;
import florin.testing.Reply;
import florin.testing.SpecialKeys;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Requests for checkout sessions and their pages that Florin rejects. */
@TestInstance(Lifecycle.PER_CLASS)
class CheckoutErrorsTest {
  private TestApp florin;
  private Payer payer;

  @BeforeAll
  void open() {
    // One test declines more cards than the brake on card testing lets pass.
    florin = TestApp.open(CrashPoint.NONE, usual -> Records.with(usual, "cardBrake", false));
    payer = Payer.of(florin);
  }

  @AfterAll
  void close() {
    florin.close();
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
  void twenty_tries_are_enough() {
    Reply made = Payer.session(florin, "");
    for (int i = 1; i <= CheckoutSession.MAX_TRIES + 1; i++) {
      assertThat(payer.pay(path(made), Payer.DECLINED, Integer.toString(i)).status())
          .as("attempt %d: the page shows the outcome", i)
          .isEqualTo(303);
    }

    assertThat(paymentsOf(made)).hasSize(CheckoutSession.MAX_TRIES).containsOnly("failed");
    assertThat(payer.look(path(made)).body())
        .contains("Too many attempts")
        .doesNotContain("<input");
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
  void a_browser_gets_a_page_for_an_unknown_path_and_other_clients_get_json() {
    for (String path : List.of("/nothing", "/c", "/a/b", "/v3/payments")) {
      Reply page = browse("GET", path, "de");
      assertThat(page.status()).as(path).isEqualTo(404);
      assertThat(page.body())
          .contains("<html lang=\"de\">", "Seite nicht gefunden")
          .contains("href=\"/dashboard\">Zum Dashboard<", "href=\"/docs\">Zur Dokumentation<");
      assertThat(payer.look(path).body()).contains("\"code\":\"route_unknown\"");
    }
    assertThat(browse("GET", "/v2/nothing", "de").body()).startsWith("{\"error\"");
    assertThat(browse("GET", "/v2", "de").body()).startsWith("{\"error\"");
    assertThat(browse("GET", "/dashboard/nothing", "de").body()).doesNotContain("Seite nicht");
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

  private Reply retrieve(Reply made) {
    return florin.get("/v2/checkout_sessions/" + made.text("/id"));
  }

  /** Returns the statuses of the payments from the session's page, oldest first. */
  private List<String> paymentsOf(Reply made) {
    return florin.query(
        "SELECT status FROM payment WHERE return_url = '" + made.text("/url") + "' ORDER BY id");
  }
}
