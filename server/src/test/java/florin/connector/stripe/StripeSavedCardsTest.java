package florin.connector.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import emulator.provider.Fault;
import emulator.provider.Options;
import emulator.stripe.Card;
import emulator.stripe.StripeEmulator;
import florin.app.App.Networks;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.connector.instance.Instance;
import florin.core.Id.PaymentId;
import florin.core.Id.PaymentMethodId;
import florin.payment.execution.Probe;
import florin.testing.Reply;
import florin.testing.TestApp;
import florin.testing.provider.ProviderInstances;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Cards that payers save on Stripe's page, over the Stripe emulator with its payers. */
@TestInstance(Lifecycle.PER_CLASS)
class StripeSavedCardsTest {
  private final StripeEmulator stripe;
  private final TestApp florin;
  private String customer = "";

  StripeSavedCardsTest() throws IOException {
    stripe = StripeEmulator.start(Options.ofTests());
    florin =
        TestApp.open(Probe.NONE, Networks.ofService(Optional.of(stripe.url()), Optional.empty()));
  }

  @BeforeAll
  void set() {
    ProviderInstances.add(
        florin,
        florin.realm(),
        new Instance.Provider(StripeKind.KIND, "Our Stripe", Map.of()),
        new ProviderSecrets(Map.of("secret_key", StripeEmulator.TEST_KEY)));
    customer = florin.post("/v2/customers", "{\"email\": \"jo@shop.example\"}").text("/id");
    within().until(() -> onPage().status() == 200);
  }

  @AfterAll
  void close() throws IOException {
    florin.close();
    stripe.close();
  }

  @Test
  void a_card_is_saved_on_the_page_charged_later_and_refunded() {
    String method = saved(Card.VISA);
    assertThat(florin.get("/v2/payment_methods/" + method).text("/card/last4")).isEqualTo("4242");

    Reply charged = charge(method, "automatic");
    assertThat(charged.status()).as(charged.body()).isEqualTo(200);
    assertThat(charged.text("/status")).isEqualTo("succeeded");
    assertThat(charged.text("/outcome/provider_ids/payment_intent")).startsWith("pi_");
    Reply refund =
        florin.post(
            "/v2/refunds", "{\"payment\": \"%s\", \"amount\": 300}".formatted(charged.text("/id")));
    assertThat(refund.text("/status")).as(refund.body()).isEqualTo("succeeded");
  }

  @Test
  void a_held_charge_is_captured_or_canceled() {
    String method = saved(Card.VISA);
    Reply held = charge(method, "manual");
    assertThat(held.text("/status")).as(held.body()).isEqualTo("requires_capture");
    assertThat(
            florin
                .post("/v2/payments/" + held.text("/id") + "/capture", "{\"amount\": 400}")
                .text("/status"))
        .isEqualTo("succeeded");
    Reply other = charge(method, "manual");
    assertThat(florin.post("/v2/payments/" + other.text("/id") + "/cancel", "{}").text("/status"))
        .isEqualTo("canceled");
  }

  @Test
  void an_issuer_that_asks_for_the_payer_declines_and_leaves_no_open_intent() {
    String method = saved(Card.ALWAYS_CHALLENGED);

    Reply declined = charge(method, "automatic");

    assertThat(declined.status()).as(declined.body()).isEqualTo(402);
    assertThat(declined.text("/error/code")).isEqualTo("authentication_required");
    assertThat(declined.text("/error/recovery_url")).contains("/c/");
  }

  @Test
  void a_payer_who_confirms_on_stripes_page_saves_the_card_again_with_the_same_agreement() {
    Reply declined = charge(saved(Card.ALWAYS_CHALLENGED), "automatic");
    String path = URI.create(declined.text("/error/recovery_url")).getPath();

    Reply page = florin.client().send(florin.client().request(path).build());
    assertThat(page.body())
        .contains(
            "Your payment method is saved for later payments, as you agreed: “Charge my card each month.”");
    String mandateShown =
        Pattern.compile("mnd_[0-9a-z]{26}")
            .matcher(page.body())
            .results()
            .findFirst()
            .orElseThrow()
            .group();
    for (String other : List.of("", "&mandate=mnd_01h455vb4pex5vsknk084sn02q")) {
      Reply unread = press(path, other);
      assertThat(unread.status()).isEqualTo(409);
      assertThat(unread.body())
          .contains(
              "The terms on this page have changed. Nothing was charged.",
              "as you agreed",
              mandateShown);
    }
    assertThat(press(path, "&mandate=" + mandateShown).status()).isEqualTo(303);
    String method =
        paid(florin.get("/v2/checkout_sessions?limit=1").text("/data/0/payment"), Card.VISA);
    Reply renewed = charge(method, "automatic");
    assertThat(renewed.text("/status")).as(renewed.body()).isEqualTo("succeeded");
    Reply mandate = florin.get("/v2/mandates/" + renewed.text("/mandate"));
    assertThat(mandate.text("/text")).isEqualTo("Charge my card each month.");
  }

  private Reply press(String path, String more) {
    return florin
        .client()
        .send(
            florin
                .client()
                .request(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("try=1" + more))
                .build());
  }

  @Test
  void a_charge_without_a_response_is_found_and_made_once() {
    String method = saved(Card.VISA);
    stripe.faults().next("POST /v1/payment_intents", Fault.LOST_AFTER);

    Reply charged = charge(method, "automatic");

    String id = charged.has("/id") ? charged.text("/id") : charged.text("/error/payment");
    within().until(() -> payment(id).text("/status").equals("succeeded"));
    assertThat(stripe.book().faults()).isEmpty();
  }

  @Test
  void a_charge_that_never_arrived_ends_without_money_once_it_can_no_longer_arrive() {
    String method = saved(Card.VISA);
    stripe.faults().next("POST /v1/payment_intents", Fault.LOST_BEFORE);
    stripe.faults().next("POST /v1/payment_intents", Fault.LOST_BEFORE); // the retry

    Reply charged = charge(method, "manual");

    String id = charged.has("/id") ? charged.text("/id") : charged.text("/error/payment");
    assertThat(payment(id).text("/status")).as(charged.body()).isEqualTo("processing");
    UUID uuid = PaymentId.KIND.parse(id).orElseThrow().uuid();
    florin.update(
        "UPDATE connector_exchange SET sent_at = sent_at - interval '2 minutes' WHERE attempt_id = (SELECT id FROM attempt WHERE payment_id = ?)",
        uuid);
    florin.update(
        "UPDATE attempt SET version = version + 1, due_at = now(), expires_at = now() WHERE payment_id = ?",
        uuid);
    within().until(() -> payment(id).text("/status").equals("failed"));
    assertThat(stripe.book().faults()).isEmpty();
  }

  @Test
  void a_detached_card_is_deleted_at_stripe() {
    String method = saved(Card.VISA);
    florin.post("/v2/payment_methods/" + method + "/detach", "");
    within()
        .until(() ->
            florin
                .query(
                    "SELECT coalesce(provider::text, 'none') FROM payment_method WHERE id = ?",
                    PaymentMethodId.KIND.parse(method).orElseThrow().uuid())
                .equals(List.of("none")));
  }

  private Reply payment(String id) {
    return florin.get("/v2/payments/" + id);
  }

  private Reply charge(String method, String capture) {
    return florin.post(
        "/v2/payments",
        "{\"amount\": 1000, \"currency\": \"eur\", \"payment_method\": \"%s\", \"off_session\": true, \"reason\": \"recurring\", \"capture_method\": \"%s\"}"
            .formatted(method, capture));
  }

  private Reply onPage() {
    return florin.post(
        "/v2/payments",
        """
        {"amount": 1000, "currency": "eur", "payment_method": {"type": "hosted"}, "customer": "%s",
         "save_payment_method": true, "mandate": {"text": "Charge my card each month."}}\
        """
            .formatted(customer));
  }

  private String saved(Card card) {
    return paid(onPage().text("/id"), card);
  }

  /** Pays on the page, and returns the payment method. */
  private String paid(String payment, Card card) {
    UUID id = PaymentId.KIND.parse(payment).orElseThrow().uuid();
    String session =
        florin
            .query(
                "SELECT external_id FROM connector_exchange WHERE number = 0 AND attempt_id = (SELECT id FROM attempt WHERE payment_id = ?)",
                id)
            .getFirst();
    stripe.payers().pay(session, card);
    florin.update(
        "UPDATE attempt SET version = version + 1, due_at = now(), expires_at = now() WHERE payment_id = ?",
        id);
    within().until(() -> payment(payment).text("/status").equals("succeeded"));
    return payment(payment).text("/payment_method/id");
  }

  private static ConditionFactory within() {
    return await().pollInterval(Duration.ofMillis(50)).atMost(Duration.ofSeconds(40));
  }
}
