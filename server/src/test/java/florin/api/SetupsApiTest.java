package florin.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.testing.Reply;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Setups, which save a card without a charge, as an integrator sees them. */
class SetupsApiTest extends WithPaymentMethods {
  private static final String ALWAYS = "4000002760003184";
  private static final String PER_MANDATE = "4000002500003155";
  private static final String DECLINED = "4000000000000002";
  private static final String DECLINED_WHEN_CHARGED = "4000000000000341";
  private static final String SILENT = "4000000000840027";

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String CONSENT =
      """
      "mandate": {"text": "I agree that Shop charges my card each month.", "ip_address": "203.0.113.7"}, \
      """;
  private static final String OFF_SESSION = "\"off_session\": true, \"reason\": \"recurring\", ";

  @Test
  void a_setup_saves_a_card_and_charges_nothing() {
    String customer = customer();

    Reply setup = setUp(card(GOOD), customer, "");

    assertThat(setup.status()).as(setup.body()).isEqualTo(200);
    assertThat(setup.text("/id")).startsWith("st_");
    assertThat(setup.text("/object")).isEqualTo("setup");
    assertThat(setup.text("/status")).isEqualTo("succeeded");
    assertThat(setup.text("/customer")).isEqualTo(customer);
    assertThat(setup.text("/usage")).isEqualTo("on_session");
    assertThat(setup.has("/mandate")).isFalse();
    assertThat(setup.json().has("amount")).isFalse();
    String method = setup.text("/payment_method/id");
    assertThat(setup.text("/payment_method/customer")).isEqualTo(customer);
    assertThat(florin.get("/v2/payment_methods/" + method).text("/customer")).isEqualTo(customer);
    assertThat(events(setup.text("/id"))).containsExactly("setup.succeeded");
    assertThat(events(method)).containsExactly("payment_method.attached");
    assertThat(florin.get("/v2/setups/" + setup.text("/id")).body()).isEqualTo(setup.body());
    Reply event = florin.get("/v2/events?object_id=" + setup.text("/id"));
    assertThat(event.json().at("/data/0/data/object").toString()).isEqualTo(setup.body());
    assertThat(pay(method, "").text("/status")).isEqualTo("succeeded");
  }

  @Test
  void a_setup_with_consent_gives_a_mandate_for_later_charges() {
    Reply setup = setUp(card(GOOD), customer(), CONSENT);

    assertThat(setup.text("/usage")).isEqualTo("off_session");
    String method = setup.text("/payment_method/id");
    String id = florin.get("/v2/payment_methods/" + method).text("/mandate");
    assertThat(setup.text("/mandate")).isEqualTo(id);
    Reply mandate = florin.get("/v2/mandates/" + id);
    assertThat(mandate.text("/setup")).isEqualTo(setup.text("/id"));
    assertThat(mandate.has("/payment")).isFalse();
    assertThat(mandate.text("/ip_address")).isEqualTo("203.0.113.7");
    assertThat(events(id)).containsExactly("mandate.created");
    Reply charged = pay(method, OFF_SESSION);
    assertThat(charged.text("/status")).as(charged.body()).isEqualTo("succeeded");
    assertThat(charged.text("/mandate")).isEqualTo(id);
  }

  @Test
  void a_card_that_was_saved_in_the_browser_is_set_up() {
    String customer = customer();
    String method = method(GOOD);

    assertThat(setUp("\"" + method + "\"", customer, "").text("/payment_method/id"))
        .isEqualTo(method);
    assertThat(florin.get("/v2/payment_methods/" + method).text("/customer")).isEqualTo(customer);

    Reply again = setUp("\"" + method + "\"", customer, CONSENT);
    assertThat(again.text("/status")).isEqualTo("succeeded");
    assertThat(florin.get("/v2/payment_methods/" + method).text("/mandate"))
        .isEqualTo(again.text("/mandate"));
    Reply other = setUp("\"" + method + "\"", customer(), "");
    assertThat(other.text("/error/code")).isEqualTo("payment_method_unavailable");
  }

  @ParameterizedTest
  @ValueSource(strings = {ALWAYS, PER_MANDATE})
  void a_challenge_leads_the_payer_to_a_page_and_back(String number) {
    Reply setup =
        setUp(card(number), customer(), CONSENT + "\"return_url\": \"http://shop.test/back\", ");
    assertThat(setup.text("/status")).as(setup.body()).isEqualTo("requires_action");
    assertThat(setup.has("/mandate")).isFalse();
    String url = setup.text("/next_action/redirect_to_url/url");
    String page = florin.client().get(URI.create(url).getPath()).body();
    assertThat(page)
        .contains("<h1>Save your card</h1>", "Confirm your card", setup.text("/id"))
        .doesNotContain("0.00", "payment");

    Reply done = act(url, "complete");

    assertThat(done.header("Location"))
        .contains("http://shop.test/back?setup=" + setup.text("/id"));
    Reply after = florin.get("/v2/setups/" + setup.text("/id"));
    assertThat(after.text("/status")).isEqualTo("succeeded");
    assertThat(after.text("/three_d_secure/trans_status")).isEqualTo("Y");
    assertThat(events(setup.text("/id")))
        .containsExactly("setup.succeeded", "setup.requires_action");
    Reply mandate = florin.get("/v2/mandates/" + after.text("/mandate"));
    assertThat(mandate.text("/three_d_secure/trans_status")).isEqualTo("Y");
    assertThat(florin.client().get(URI.create(url).getPath()).body())
        .contains("Your card is saved");
  }

  @Test
  void a_method_that_is_detached_during_the_challenge_is_not_saved() {
    String customer = customer();
    Reply first = setUp(card(ALWAYS), customer, "");
    act(first.text("/next_action/redirect_to_url/url"), "complete");
    String method = florin.get("/v2/setups/" + first.text("/id")).text("/payment_method/id");
    Reply again = setUp("\"" + method + "\"", customer, CONSENT);
    assertThat(again.text("/status")).as(again.body()).isEqualTo("requires_action");
    florin.post("/v2/payment_methods/" + method + "/detach", "");

    act(again.text("/next_action/redirect_to_url/url"), "complete");

    Reply after = florin.get("/v2/setups/" + again.text("/id"));
    assertThat(after.text("/status")).isEqualTo("failed");
    assertThat(after.has("/mandate")).isFalse();
    assertThat(after.text("/failure/code")).isEqualTo("processing_error");
    assertThat(after.text("/failure/message"))
        .isEqualTo(
            "The payment method was detached during the setup, so it is not saved. Ask the payer for the card again; nothing was charged.");
  }

  @Test
  void a_failed_or_abandoned_challenge_saves_nothing() {
    Reply failing = setUp(card(ALWAYS), customer(), CONSENT);
    act(failing.text("/next_action/redirect_to_url/url"), "fail");
    Reply failed = florin.get("/v2/setups/" + failing.text("/id"));
    assertThat(failed.text("/status")).isEqualTo("failed");
    assertThat(failed.text("/failure/code")).isEqualTo("authentication_failed");
    assertSavesNothing(failed);
    assertThat(events(failed.text("/id"))).containsExactly("setup.failed", "setup.requires_action");

    Reply leaving = setUp(card(ALWAYS), customer(), "");
    act(leaving.text("/next_action/redirect_to_url/url"), "abandon");
    Reply left = florin.get("/v2/setups/" + leaving.text("/id"));
    assertThat(left.text("/status")).isEqualTo("canceled");
    assertThat(left.text("/cancellation_reason")).isEqualTo("abandoned");
    assertSavesNothing(left);
  }

  @Test
  void a_declined_card_is_not_saved() {
    Reply declined = setUp(card(DECLINED), customer(), "");

    assertThat(declined.status()).isEqualTo(402);
    assertThat(declined.text("/error/code")).isEqualTo("card_declined");
    assertThat(declined.text("/error/decline_code")).isEqualTo("generic_decline");
    assertThat(declined.json().at("/error").has("payment")).isFalse();
    Reply setup = florin.get("/v2/setups/" + declined.text("/error/setup"));
    assertThat(setup.text("/status")).isEqualTo("failed");
    assertThat(setup.text("/failure/decline_code")).isEqualTo("generic_decline");
    assertSavesNothing(setup);
    assertThat(events(setup.text("/id"))).containsExactly("setup.failed");

    Reply expired = setUp(card(GOOD, 1, 2020, "123"), customer(), "");
    assertThat(expired.status()).isEqualTo(402);
    assertThat(expired.text("/error/code")).isEqualTo("invalid_expiry_year");
    assertThat(expired.text("/error/setup")).startsWith("st_");
  }

  @Test
  void a_card_whose_charges_are_declined_can_be_saved() {
    Reply setup = setUp(card(DECLINED_WHEN_CHARGED), customer(), "");
    assertThat(setup.text("/status")).as(setup.body()).isEqualTo("succeeded");
    assertThat(pay(setup.text("/payment_method/id"), "").status()).isEqualTo(402);
  }

  @Test
  void a_setup_whose_outcome_is_unknown_is_found_out() {
    Reply setup = setUp(card(SILENT), customer(), CONSENT);
    assertThat(setup.status()).as(setup.body()).isEqualTo(200);

    await()
        .atMost(PATIENCE)
        .until(() ->
            florin.get("/v2/setups/" + setup.text("/id")).text("/status").equals("succeeded"));
    assertThat(events(setup.text("/id"))).containsExactly("setup.succeeded");
  }

  @Test
  void a_setup_that_waits_for_its_payer_is_canceled() {
    Reply setup = setUp(card(ALWAYS), customer(), "");
    String path = "/v2/setups/" + setup.text("/id");

    Reply canceled =
        florin.post(path + "/cancel", "{\"cancellation_reason\": \"requested_by_customer\"}");

    assertThat(canceled.text("/status")).as(canceled.body()).isEqualTo("canceled");
    assertThat(canceled.text("/cancellation_reason")).isEqualTo("requested_by_customer");
    assertThat(events(setup.text("/id")))
        .containsExactly("setup.canceled", "setup.requires_action");
    Reply again = florin.post(path + "/cancel", "{}");
    assertThat(again.status()).isEqualTo(400);
    assertThat(again.text("/error/message"))
        .isEqualTo(
            "The setup is canceled. Only a setup that is requires_action can be canceled; nothing was changed.");
  }

  @Test
  void setups_are_listed_newest_first_by_customer() {
    String customer = customer();
    String first = setUp(card(GOOD), customer, "").text("/id");
    String second = setUp(card(GOOD), customer, "").text("/id");
    pay(method(GOOD), "\"customer\": \"" + customer + "\", ");

    Reply all = florin.get("/v2/setups?customer=" + customer);
    assertThat(all.texts("/data", "id")).containsExactly(second, first);
    assertThat(all.text("/url")).isEqualTo("/v2/setups");
    assertThat(
            florin
                .get("/v2/setups?customer=" + customer + "&limit=1&starting_after=" + second)
                .texts("/data", "id"))
        .containsExactly(first);
  }

  @Test
  void a_repetition_with_the_same_key_returns_the_first_setup() {
    String body = body(card(GOOD), customer(), "");
    Reply first = florin.post("/v2/setups", body, "setup-1");
    Reply second = florin.post("/v2/setups", body, "setup-1");
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(second.header("Idempotent-Replayed")).contains("true");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"payment_method\": {\"type\": \"hosted\"}} | customer | parameter_missing",
        "{\"customer\": \"cus_01h455vb4pex5vsknk084sn02q\", \"payment_method\": {\"type\": \"bank_transfer\"}} | payment_method | parameter_invalid",
        "{\"customer\": \"cus_01h455vb4pex5vsknk084sn02q\", \"payment_method\": {\"type\": \"hosted\"}} | payment_method | payment_method_unavailable",
        "{\"customer\": \"cus_01h455vb4pex5vsknk084sn02q\", \"amount\": 5, \"payment_method\": \"pm_01h455vb4pex5vsknk084sn02q\"} | amount | parameter_unknown"
      })
  void an_invalid_setup_is_rejected(String body, String param, String code) {
    Reply refused = florin.post("/v2/setups", body);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("/error/param")).isEqualTo(param);
    assertThat(refused.text("/error/code")).isEqualTo(code);
  }

  @Test
  void no_list_and_no_operation_of_payments_includes_a_setup() {
    String customer = customer();
    List<String> setups =
        List.of(
            setUp(card(GOOD), customer, CONSENT).text("/id"),
            setUp(card(ALWAYS), customer, "").text("/id"),
            setUp(card(DECLINED), customer, "").text("/error/setup"));

    for (String query :
        List.of(
            "customer=" + customer,
            "customer=" + customer + "&status=succeeded",
            "customer=" + customer + "&status=failed",
            "customer=" + customer + "&status=requires_action",
            "amount[lte]=0")) {
      assertThat(florin.get("/v2/payments?" + query).texts("/data", "id")).as(query).isEmpty();
    }
    for (String id : setups) {
      String payment = "pay" + id.substring(2);
      assertThat(florin.get("/v2/payments/" + payment).status()).isEqualTo(404);
      for (String operation : List.of("", "/capture", "/cancel")) {
        assertThat(florin.post("/v2/payments/" + payment + operation, "{}").status())
            .as(operation)
            .isEqualTo(404);
      }
      assertThat(florin.post("/v2/refunds", "{\"payment\": \"" + payment + "\"}").status())
          .isEqualTo(400);
      assertThat(florin.get("/v2/setups/st" + id.substring(2)).status()).isEqualTo(200);
    }
    String payment = pay(method(GOOD), "").text("/id");
    assertThat(florin.get("/v2/setups/st" + payment.substring(3)).status()).isEqualTo(404);
  }

  private static void assertSavesNothing(Reply setup) {
    assertThat(setup.has("/payment_method/customer")).isFalse();
    assertThat(setup.has("/mandate")).isFalse();
  }

  private Reply setUp(String method, String customer, String more) {
    return florin.post("/v2/setups", body(method, customer, more));
  }

  private static String body(String method, String customer, String more) {
    return "{" + more + "\"customer\": \"" + customer + "\", \"payment_method\": " + method + "}";
  }

  private Reply act(String url, String button) {
    return florin
        .client()
        .send(
            HttpRequest.newBuilder(URI.create(url + "/" + button))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build());
  }
}
