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
import florin.core.Id.SetupId;
import florin.payment.execution.CrashPoint;
import florin.team.Role;
import florin.testing.DashboardClient;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Cards that payers save on Stripe's page, over the Stripe emulator with its payers. */
@TestInstance(Lifecycle.PER_CLASS)
class StripeSavedCardsTest {
  private final StripeEmulator stripe;
  private final TestApp florin;
  private String customer = "";

  StripeSavedCardsTest() throws IOException {
    stripe = StripeEmulator.start(Options.ofTests());
    florin =
        TestApp.open(
            CrashPoint.NONE, Networks.ofService(Optional.of(stripe.url()), Optional.empty()));
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
    assertThat(mandate.text("/ip_address")).isEqualTo("127.0.0.1");
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
  void a_setup_saves_a_card_that_is_charged_later_without_another_challenge() {
    Reply made = setup();
    assertThat(made.text("/status")).as(made.body()).isEqualTo("requires_action");

    stripe.payers().pay(session(uuid(made)), Card.CHALLENGED_UNLESS_SET_UP);

    Reply done = setUp(made.text("/id"), "succeeded");
    String method = done.text("/payment_method/id");
    Reply kept = florin.get("/v2/payment_methods/" + method);
    assertThat(kept.text("/card/last4")).as(kept.body()).isEqualTo("3155");
    assertThat(kept.number("/card/exp_year")).isEqualTo(2034);
    assertThat(kept.text("/customer")).isEqualTo(customer);
    assertThat(done.body() + kept.body()).doesNotContain("cus_1", "pm_1");
    Reply mandate = florin.get("/v2/mandates/" + done.text("/mandate"));
    assertThat(mandate.text("/text")).as(mandate.body()).isEqualTo("Charge my card each month.");
    assertThat(mandate.text("/three_d_secure/trans_status")).isEqualTo("Y");
    assertThat(stripe.book().standings())
        .noneMatch(standing -> standing.names().page().equals(session(uuid(made))));

    Reply charged = charge(method, "automatic");
    assertThat(charged.text("/status")).as(charged.body()).isEqualTo("succeeded");
  }

  @Test
  void a_checkout_session_of_the_mode_setup_leads_to_stripes_page() {
    Reply made =
        florin.post(
            "/v2/checkout_sessions",
            """
            {"mode": "setup", "customer": "%s", "mandate": {"text": "Charge my card each month."},
             "success_url": "https://shop.example/saved", "cancel_url": "https://shop.example/account"}\
            """
                .formatted(customer));
    assertThat(made.status()).as(made.body()).isEqualTo(200);
    String path = URI.create(made.text("/url")).getPath();
    String page = florin.client().send(florin.client().request(path).build()).body();
    assertThat(page).contains("Charge my card each month.").doesNotContain("name=\"number\"");

    Reply sent = press(path, "");
    assertThat(sent.status()).as(sent.body()).isEqualTo(303);
    Reply left = florin.client().send(florin.client().request(path + "?next").build());
    assertThat(left.header("Refresh").orElse("")).contains("/c/pay/cs_test_");

    String setup = florin.get("/v2/setups?limit=1").text("/data/0/id");
    stripe.payers().pay(session(uuid(setup)), Card.MASTERCARD);
    assertThat(setUp(setup, "succeeded").text("/payment_method/card/last4")).isEqualTo("4444");
    String id = "/v2/checkout_sessions/" + made.text("/id");
    within().until(() -> florin.get(id).text("/status").equals("complete"));
    assertThat(florin.get(id).text("/setup")).isEqualTo(setup);
  }

  @Test
  void a_canceled_setup_ends_its_page_and_a_declined_card_leaves_it_open() {
    Reply made = setup();
    assertThat(stripe.payers().pay(session(uuid(made)), Card.DECLINED)).isEmpty();
    hurry(uuid(made));

    Reply canceled = florin.post("/v2/setups/" + made.text("/id") + "/cancel", "{}");

    assertThat(canceled.text("/status")).as(canceled.body()).isEqualTo("canceled");
    assertThat(stripe.payers().visit(session(uuid(made))).status()).isEqualTo("expired");
  }

  @Test
  void a_page_that_stripe_has_expired_cancels_the_setup() {
    Reply made = setup();
    stripe.payers().expire(session(uuid(made)));

    assertThat(setUp(made.text("/id"), "canceled").has("/mandate")).isFalse();
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"LOST_BEFORE", "LOST_AFTER"})
  void a_page_of_a_setup_without_a_response_is_created_once(Fault fault) {
    int before = stripe.payers().sessions().size();
    stripe.faults().next("POST /v1/checkout/sessions", fault);

    Reply made = setup();

    assertThat(made.text("/status")).as(made.body()).isEqualTo("requires_action");
    assertThat(stripe.payers().sessions()).hasSize(before + 1);
  }

  private Reply setup() {
    return florin.post(
        "/v2/setups",
        """
        {"payment_method": {"type": "hosted"}, "customer": "%s", "mandate": {"text": "Charge my card each month."}}\
        """
            .formatted(customer));
  }

  /** Returns the setup once it has the status. */
  private Reply setUp(String id, String status) {
    hurry(uuid(id));
    String path = "/v2/setups/" + id;
    within().until(() -> florin.get(path).text("/status").equals(status));
    return florin.get(path);
  }

  private static UUID uuid(Reply setup) {
    return uuid(setup.text("/id"));
  }

  private static UUID uuid(String setup) {
    return SetupId.KIND.parse(setup).orElseThrow().uuid();
  }

  @Test
  void the_dashboard_offers_no_charge_of_a_card_that_stripe_keeps() {
    saved(Card.VISA);

    try (var owner = DashboardClient.of(florin, Role.OWNER)) {
      assertThat(owner.get("/dashboard/customers/" + customer).body())
          .contains("4242")
          .doesNotContain("dialog=charge");
    }
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
    stripe.payers().pay(session(id), card);
    hurry(id);
    within().until(() -> payment(payment).text("/status").equals("succeeded"));
    return payment(payment).text("/payment_method/id");
  }

  private String session(UUID payment) {
    return florin
        .query(
            "SELECT x.external_id FROM connector_exchange x JOIN attempt a ON a.id = x.attempt_id WHERE x.number = 0 AND a.operation = 'authorize' AND a.payment_id = ?",
            payment)
        .getFirst();
  }

  private void hurry(UUID payment) {
    florin.update(
        "UPDATE attempt SET version = version + 1, due_at = now(), expires_at = now() WHERE payment_id = ?",
        payment);
  }

  private static ConditionFactory within() {
    return await().pollInterval(Duration.ofMillis(50)).atMost(Duration.ofSeconds(40));
  }
}
