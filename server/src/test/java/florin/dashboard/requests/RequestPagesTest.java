package florin.dashboard.requests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.account.Accounts.NewKey;
import florin.account.KeyText;
import florin.core.Caller.KeyKind;
import florin.core.Mode;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * The request log, a request's page, and the links between requests and the objects they changed.
 */
@TestInstance(Lifecycle.PER_CLASS)
class RequestPagesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String LOGS = "/dashboard/requests";
  private static final String CARD = "4242424242424242";

  private static final String LIVE_FIELDS =
      "SELECT COALESCE(fields, 'none') FROM request_log WHERE realm_id = 3";

  private TestApp florin;
  private DashboardClient developer;
  private Reply paid;
  private Reply refunded;
  private Reply bad;
  private Reply other;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    developer = DashboardClient.of(florin, Role.DEVELOPER);
    String customer = florin.post("/v2/customers", "{}").text("/id");
    String body = TestApp.payment(1234, CARD);
    paid =
        florin.post(
            "/v2/payments", "{\"customer\": \"" + customer + "\"," + body.substring(1), "order-17");
    refunded = florin.post("/v2/refunds", "{\"payment\": \"" + paid.payment() + "\"}");
    bad = florin.post("/v2/payments", "{\"amount\": -1, \"currency\": \"usd\"}");
    NewKey second =
        florin.app().accounts().createKey(florin.realm(), KeyKind.SECRET, "The <other> shop");
    try (var client = new TestClient(florin.app().port(), second.text().reveal())) {
      other = client.get("/v2/refunds/" + refunded.text("/id"));
    }
    await().atMost(PATIENCE).until(() -> list("").contains(id(other)));
  }

  @AfterAll
  void close() {
    developer.close();
    florin.close();
  }

  @Test
  void a_filter_keeps_only_the_matching_requests() {
    assertThat(list("")).contains(id(paid), id(refunded), id(bad), id(other));
    assertOnly("status=client_error", bad);
    assertOnly("status=400", bad);
    assertThat(list("status=success")).contains(id(paid)).doesNotContain(id(bad));
    assertOnly("method=GET", other);
    assertOnly("path=/v2/refunds", refunded);
    assertOnly("path=/v2/refunds/%7Bid%7D", other);
    assertOnly("path=/v2/refunds/" + refunded.text("/id"), other);
    assertOnly("idempotency_key=order-17", paid);
    assertThat(list("date=today")).contains(id(paid));
    assertThat(list("from=2020-01-01&until=2020-01-02")).contains("No matching requests");
  }

  @Test
  void requests_of_an_object_are_found_by_path_by_body_and_by_creation() {
    assertThat(list("object=" + paid.payment()))
        .contains(id(paid), id(refunded))
        .doesNotContain(id(bad), id(other));
    assertThat(list("object=" + refunded.text("/id"))).contains(id(refunded), id(other));
    assertThat(list("object=" + paid.text("/customer"))).contains(id(paid));
  }

  @Test
  void the_search_accepts_an_id_a_path_or_an_idempotency_key() {
    assertOnly("q=" + id(bad), bad);
    assertOnly("q=order-17", paid);
    assertOnly("q=/v2/refunds", refunded);
    assertThat(list("q=" + paid.payment())).contains(id(paid), id(refunded));
    assertThat(list("q=order-18")).contains("No results for “order-18”");
  }

  @Test
  void an_error_of_a_filter_is_shown_at_its_field() {
    for (String wrong :
        new String[] {
          "q=req_1", "status=7", "method=BREW", "path=there", "object=pay_1", "key=none", "q=%C3%A9"
        }) {
      Reply reply = developer.get(LOGS + "?" + wrong);
      String field = wrong.substring(0, wrong.indexOf('='));
      assertThat(reply.status()).as(wrong).isEqualTo(422);
      assertThat(reply.body()).contains("id=\"" + field + "-error\"");
    }
  }

  @Test
  void keys_are_chosen_and_shown_by_their_names() {
    String page = list("");
    String key = page.replaceAll("(?s).*value=\"(key_[a-z0-9]+)\"[^>]*>The &lt;other&gt;.*", "$1");

    assertOnly("key=" + key, other);
    assertThat(list("key=" + key)).contains("<bdi>The &lt;other&gt; shop</bdi>");
    assertThat(developer.get("/dashboard/keys").body()).contains(LOGS + "?key=" + key);
  }

  @Test
  void tabs_show_counts_until_another_filter_is_set() {
    assertThat(list("")).containsPattern("Failed <span class=\"count\">1</span>");
    assertThat(list("method=GET")).doesNotContain("class=\"count\"");
  }

  @Test
  void a_requests_page_has_its_content_its_result_and_its_effects() {
    assertThat(page(paid))
        .contains("POST", "/v2/payments", "\"amount\" : 1234", "First secret key")
        .contains("127.0.0.1", "payment.succeeded", "/dashboard/events/evt_", "order-17")
        .contains("href=\"/dashboard/payments/" + paid.payment() + "\"")
        .contains("href=\"/dashboard/customers/" + paid.text("/customer") + "\"");
    assertThat(page(bad))
        .contains("<code>amount_too_small</code>", "<code>amount</code>")
        .contains("No events.");
  }

  @Test
  void a_curl_command_has_no_key_or_card_and_placeholders_in_capitals() {
    assertThat(code(paid, "curl"))
        .contains("curl -X POST \"" + developer.origin() + "/v2/payments\"")
        .contains("$FLORIN_API_KEY", "$(uuidgen)", "\"number\" : \"" + CARD)
        .doesNotContain(florin.secretKey());
    assertThat(code(other, "curl")).contains("curl -g ", "/v2/refunds/" + refunded.text("/id"));
  }

  @Test
  void a_request_can_be_repeated_in_six_languages() {
    String url = developer.origin() + "/v2/payments";
    assertThat(code(paid, "node"))
        .startsWith("const response = await fetch('" + url + "', {\n  method: 'POST',")
        .contains("'Bearer sk_test_…'", "'IDEMPOTENCY_KEY'", "\"amount\": 1234", CARD);
    assertThat(code(paid, "python")).contains("requests.post(\n    \"" + url + "\"", CARD);
    assertThat(code(paid, "php")).contains("curl_init('" + url + "')", CARD);
    assertThat(code(paid, "java")).contains("URI.create(\"" + url + "\")", CARD);
    assertThat(code(paid, "go")).contains("http.NewRequest(\"POST\", \"" + url + "\"", CARD);
    assertThat(code(other, "go"))
        .contains("\"GET\"", "/v2/refunds/" + refunded.text("/id"), "nil)")
        .doesNotContain("IDEMPOTENCY_KEY");
    assertThat(page(paid)).doesNotContain(florin.secretKey());
  }

  /** Returns the code example in one language from a request's page. */
  private String code(Reply request, String language) {
    return Jsoup.parse(page(request)).expectFirst("#code-" + language).wholeText();
  }

  @Test
  void requests_with_the_same_idempotency_key_link_to_each_other() {
    Reply first = florin.post("/v2/customers", "{\"name\": \"Ada\"}", "twice");
    Reply second = florin.post("/v2/customers", "{\"name\": \"Ada\"}", "twice");
    await().atMost(PATIENCE).until(() -> list("").contains(id(second)));

    assertThat(page(first))
        .contains("Requests with the same idempotency key", LOGS + "/" + id(second));
    assertThat(page(second)).contains(LOGS + "/" + id(first));
    assertThat(page(bad)).doesNotContain("Requests with the same idempotency key");
  }

  @Test
  void the_pages_of_its_objects_link_to_it() {
    String tab = developer.get("/dashboard/payments/" + paid.payment() + "?tab=requests").body();
    assertThat(tab).contains(LOGS + "/" + id(paid), LOGS + "/" + id(refunded));
    assertThat(tab).contains(LOGS + "?object=" + paid.payment());
    String event = page(paid).replaceAll("(?s).*(/dashboard/events/evt_[a-z0-9]+).*", "$1");
    assertThat(developer.get(event).body()).contains("href=\"" + LOGS + "/" + id(paid) + "\"");
    assertThat(developer.get("/dashboard/customers/" + paid.text("/customer")).body())
        .contains(LOGS + "?object=" + paid.text("/customer"));
    try (var support = DashboardClient.of(florin, Role.SUPPORT)) {
      assertThat(support.get(event).body()).contains(id(paid)).doesNotContain(LOGS + "/");
    }
    assertThat(developer.get("/dashboard/search?q=" + id(paid)).body())
        .contains(LOGS + "/" + id(paid));
    assertThat(developer.get("/dashboard/search?q=request+log").body())
        .contains("<span class=\"what\">Logs</span>");
  }

  @Test
  void endpoints_checkout_sessions_and_payment_links_lead_to_their_requests_and_back() {
    var made =
        List.of(
            Map.entry(
                "webhooks",
                florin.post(
                    "/v2/webhook_endpoints",
                    """
                    {"url": "https://shop.example/hook", "enabled_events": ["*"]}\
                    """)),
            Map.entry(
                "checkout",
                florin.post(
                    "/v2/checkout_sessions",
                    """
                    {"amount": 2300, "currency": "eur", "success_url": "https://shop.example/",
                     "cancel_url": "https://shop.example/"}\
                    """)),
            Map.entry(
                "payment-links",
                florin.post(
                    "/v2/payment_links",
                    """
                    {"amount": 500, "currency": "usd"}\
                    """)));
    for (var one : made) {
      String object = one.getValue().text("/id");
      String path = "/dashboard/" + one.getKey() + "/" + object;
      String requests = LOGS + "?object=" + object;
      assertThat(developer.get(path).body()).contains("href=\"" + requests + "\"");
      await()
          .atMost(PATIENCE)
          .until(() -> developer.get(requests).body().contains(id(one.getValue())));
      assertThat(page(one.getValue())).contains("href=\"" + path + "\"");
      try (var support = DashboardClient.of(florin, Role.SUPPORT)) {
        assertThat(support.get(path).body()).doesNotContain(LOGS);
      }
    }
  }

  @Test
  void an_unlogged_request_is_searched_in_the_list() {
    Reply reply = developer.get(LOGS + "/req_01h455vb4pex5vsknk084sn02q");

    assertThat(reply.status()).isEqualTo(303);
    assertThat(developer.follow(reply).body())
        .contains("No results for “req_01h455vb4pex5vsknk084sn02q”");
    assertThat(developer.get(LOGS + "/none").status()).isEqualTo(404);
  }

  @Test
  void fields_of_live_requests_are_stored_only_if_the_account_allows_it() {
    NewKey test = florin.app().accounts().createKey(florin.realm(), KeyKind.SECRET, "live by hand");
    var live = KeyText.make(KeyKind.SECRET, Mode.LIVE, new SecureRandom());
    florin.update(
        "UPDATE api_key SET realm_id = 3, hash = ? WHERE id = ?",
        live.hash(),
        test.key().id().uuid());
    try (var client = new TestClient(florin.app().port(), live.reveal());
        var owner = DashboardClient.of(florin, Role.OWNER)) {
      client.post("/v2/customers", "{\"name\": \"Ada\"}");
      await().atMost(PATIENCE).until(() -> florin.query(LIVE_FIELDS).size() == 1);
      assertThat(florin.query(LIVE_FIELDS)).containsExactly("none");

      Reply saved =
          owner.submit(
              "/dashboard/settings", "/dashboard/settings/logs", Map.of("live_fields", "on"));

      assertThat(owner.follow(saved).body())
          .contains("Florin now logs the fields of live requests.");
      await()
          .atMost(PATIENCE)
          .until(() -> {
            client.post("/v2/customers", "{\"name\": \"Ada\"}");
            return florin.query(LIVE_FIELDS).contains("{\"name\":\"not kept\"}");
          });
      assertThat(
              florin.query(
                  "SELECT detail FROM audit_entry WHERE action = 'logs.change' AND outcome = 'done'"))
          .containsExactly("fields of live requests: on");
      assertThat(owner.get("/dashboard/settings").body())
          .containsPattern("live_fields\"[^>]*checked");
      owner.submit("/dashboard/settings", "/dashboard/settings/logs", Map.of());
      assertThat(florin.app().accounts().logsLiveFields(1)).isFalse();
    }
  }

  private void assertOnly(String asked, Reply wanted) {
    String page = list(asked);
    assertThat(page).as(asked).contains("href=\"" + LOGS + "/" + id(wanted));
    for (Reply reply : new Reply[] {paid, refunded, bad, other}) {
      if (!reply.equals(wanted)) {
        assertThat(page).as(asked).doesNotContain("href=\"" + LOGS + "/" + id(reply));
      }
    }
  }

  private String list(String asked) {
    return developer.get(LOGS + "?" + asked).body();
  }

  private String page(Reply reply) {
    Reply page = developer.get(LOGS + "/" + id(reply));
    assertThat(page.status()).isEqualTo(200);
    return page.body();
  }

  private static String id(Reply reply) {
    return reply.header("Request-Id").orElseThrow();
  }
}
