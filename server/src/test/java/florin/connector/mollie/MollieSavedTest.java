package florin.connector.mollie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import emulator.mollie.Card;
import emulator.mollie.FailureReason;
import emulator.mollie.Method;
import emulator.mollie.MollieEmulator;
import emulator.provider.Fault;
import emulator.provider.Options;
import florin.app.App.Networks;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.connector.instance.Instance;
import florin.core.Id.PaymentId;
import florin.core.Id.PaymentMethodId;
import florin.core.Id.SetupId;
import florin.payment.execution.CrashPoint;
import florin.testing.Reply;
import florin.testing.TakesLong;
import florin.testing.TestApp;
import florin.testing.provider.ProviderInstances;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Payment methods that payers save on Mollie's page, over the Mollie emulator with its payers. */
@TakesLong
@TestInstance(Lifecycle.PER_CLASS)
class MollieSavedTest {
  private final MollieEmulator mollie;
  private final TestApp florin;
  private String customer = "";
  private Instance ours;

  MollieSavedTest() throws IOException {
    mollie = MollieEmulator.start(Options.ofTests());
    florin =
        TestApp.open(
            CrashPoint.NONE, Networks.ofService(Optional.empty(), Optional.of(mollie.url())));
  }

  @BeforeAll
  void set() {
    ours = added("Our Mollie");
    customer = florin.post("/v2/customers", "{\"email\": \"jo@shop.example\"}").text("/id");
    within().until(() -> onPage().text("/status").equals("requires_action"));
  }

  @AfterAll
  void close() throws IOException {
    florin.close();
    mollie.close();
  }

  @Test
  void a_card_is_saved_on_the_page_charged_later_and_refunded() {
    String method = saved(Card.VISA);
    Reply kept = florin.get("/v2/payment_methods/" + method);
    assertThat(kept.text("/type")).as(kept.body()).isEqualTo("card");
    assertThat(kept.text("/card/brand")).isEqualTo("visa");
    assertThat(kept.text("/card/last4")).hasSize(4);
    assertThat(kept.number("/card/exp_year")).isEqualTo(2034);
    assertThat(kept.text("/customer")).isEqualTo(customer);
    assertThat(kept.body()).doesNotContain("mdt_").doesNotContain("cst_");

    Reply charged = charge(method, "automatic");
    assertThat(charged.status()).as(charged.body()).isEqualTo(200);
    assertThat(charged.text("/status")).isEqualTo("succeeded");
    assertThat(charged.text("/outcome/provider_ids/payment")).startsWith("tr_");
    Reply refund =
        florin.post(
            "/v2/refunds", "{\"payment\": \"%s\", \"amount\": 300}".formatted(charged.text("/id")));
    assertThat(refund.text("/status")).as(refund.body()).isEqualTo("pending");
    assertThat(mollie.book().faults()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Method.class,
      names = {"CREDITCARD", "PAYPAL"})
  void a_setup_saves_without_a_charge(Method used) {
    Reply made =
        florin.post(
            "/v2/setups",
            """
            {"payment_method": {"type": "hosted"}, "customer": "%s", "mandate": {"text": "Each month."}}\
            """
                .formatted(customer));
    assertThat(made.text("/status")).as(made.body()).isEqualTo("requires_action");
    UUID id = SetupId.KIND.parse(made.text("/id")).orElseThrow().uuid();
    String mollies = ofPayment(id);
    mollie.payers().pay(mollies, used);
    hurry(id);
    String path = "/v2/setups/" + made.text("/id");
    within().until(() -> florin.get(path).text("/status").equals("succeeded"));

    assertThat(mollie.book().standings())
        .filteredOn(standing -> standing.names().payment().equals(mollies))
        .allSatisfy(standing -> assertThat(standing.captured()).isZero());
    Reply charged = charge(made.text("/payment_method/id"), "automatic");
    assertThat(charged.text("/status")).as(charged.body()).isEqualTo("succeeded");
  }

  @Test
  void a_method_that_can_not_be_saved_is_rejected_before_mollie_is_asked() {
    int before = mollie.payers().payments().size();

    assertNotSaved(
        saving(ours, 1000, "twint"),
        "can't save twint. Choose from bancontact, card, eps, ideal, paypal, or omit hosted.methods;");
    assertNotSaved(
        setup(ours, "eur", "ideal"),
        "can't save ideal. Choose from card, paypal, or omit hosted.methods;");
    assertThat(saving(ours, 1000, "twint", "ideal").text("/status")).isEqualTo("requires_action");

    assertThat(mollie.payers().payments()).hasSize(before + 1);
    assertThat(mollie.payers().payments().getLast().methods()).containsExactly(Method.IDEAL);
  }

  /** Mollie lists the methods of the profile, with their limits. */
  @Test
  void mollies_list_decides_which_methods_are_saved() {
    mollie.setMethods(EnumSet.complementOf(EnumSet.of(Method.EPS, Method.PAYPAL)));
    Instance other = open("Other Mollie");
    try {
      within().until(() -> saving(other, 4321, "eps").status() == 400);
      within().until(() -> setup(other, "gbp", "paypal").status() == 400);
      assertNotSaved(
          saving(other, 4322, "eps"),
          "can't save eps. Choose from bancontact, card, ideal, or omit hosted.methods;");
      assertNotSaved(
          saving(other, 50_000_01, "bancontact"),
          "can't save bancontact or another payment method with this amount and currency. Use another amount;");
      assertThat(saving(other, 50_000_00, "bancontact").text("/status"))
          .isEqualTo("requires_action");
    } finally {
      mollie.setMethods(EnumSet.allOf(Method.class));
      ProviderInstances.set(florin, other, Instance.Status.DISABLED);
    }
  }

  @Test
  void if_mollie_does_not_list_its_methods_florins_own_list_decides() {
    mollie.faults().next("GET /v2/methods", Fault.UNAVAILABLE);
    Instance other = open("Silent Mollie");

    assertThat(saving(other, 4321, "eps").text("/status")).isEqualTo("requires_action");
    assertNotSaved(
        saving(other, 4322, "twint"),
        "can't save twint. Choose from bancontact, card, eps, ideal, paypal, or omit hosted.methods;");
    ProviderInstances.set(florin, other, Instance.Status.DISABLED);
  }

  private Instance added(String name) {
    return ProviderInstances.add(
        florin,
        florin.realm(),
        new Instance.Provider(MollieKind.KIND, name, Map.of()),
        new ProviderSecrets(Map.of("api_key", MollieEmulator.TEST_KEY)));
  }

  /** Adds a connector without a list of methods, and waits until it takes payments. */
  private Instance open(String name) {
    Instance added = added(name);
    within().until(() -> saving(added, 1000, "card").status() == 200);
    return added;
  }

  private static void assertNotSaved(Reply reply, String message) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(400);
    assertThat(reply.text("/error/code")).isEqualTo("parameter_invalid");
    assertThat(reply.text("/error/param")).isEqualTo("payment_method.hosted.methods");
    assertThat(reply.text("/error/message")).contains(message);
  }

  private Reply saving(Instance connector, long amount, String... methods) {
    return florin.post(
        "/v2/payments",
        """
        {"amount": %d, "currency": "eur", "customer": "%s", "save_payment_method": true,
         "payment_method": {"type": "hosted", "hosted": {"methods": ["%s"]}}, "connector": "%s"}\
        """
            .formatted(amount, customer, String.join("\", \"", methods), connector.id().text()));
  }

  private Reply setup(Instance connector, String currency, String method) {
    return florin.post(
        "/v2/setups",
        """
        {"payment_method": {"type": "hosted", "hosted": {"methods": ["%s"]}}, "customer": "%s",
         "currency": "%s", "connector": "%s"}\
        """
            .formatted(method, customer, currency, connector.id().text()));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void after_ideal_the_account_is_debited_within_days(boolean collected) {
    String method = saved(Method.IDEAL);
    Reply kept = florin.get("/v2/payment_methods/" + method);
    assertThat(kept.text("/type")).as(kept.body()).isEqualTo("hosted");
    assertThat(kept.text("/hosted/method")).isEqualTo("ideal");
    assertThat(kept.text("/hosted/account/method")).isEqualTo("sepa_debit");
    assertThat(kept.text("/hosted/account/iban_last4")).isEqualTo("2370");
    assertThat(kept.body()).doesNotContain("INGB");
    assertThat(kept.text("/customer")).isEqualTo(customer);

    Reply charged = charge(method, "automatic");
    assertThat(charged.text("/status")).as(charged.body()).isEqualTo("processing");
    String mollies = ofPayment(charged.text("/id"));
    mollie.payers().resolve(mollies, collected);
    hurry(charged.text("/id"));

    within()
        .until(() ->
            payment(charged.text("/id"))
                .text("/status")
                .equals(collected ? "succeeded" : "failed"));
    Reply after = payment(charged.text("/id"));
    if (collected) {
      assertThat(after.text("/payment_method/hosted/method")).isEqualTo("sepa_debit");
      assertThat(after.text("/payment_method/hosted/account/iban_last4")).isEqualTo("2370");
    } else {
      assertThat(after.text("/failure/code")).isEqualTo("provider_refused");
    }
  }

  @Test
  void a_held_charge_is_captured_in_part_or_canceled() {
    String method = saved(Card.VISA);
    Reply held = charge(method, "manual");
    assertThat(held.text("/status")).as(held.body()).isEqualTo("requires_capture");
    Reply captured =
        florin.post("/v2/payments/" + held.text("/id") + "/capture", "{\"amount\": 400}");
    assertThat(captured.text("/status")).as(captured.body()).isEqualTo("succeeded");

    Reply other = charge(method, "manual");
    assertThat(florin.post("/v2/payments/" + other.text("/id") + "/cancel", "{}").text("/status"))
        .isEqualTo("canceled");
  }

  @Test
  void a_declined_charge_says_why_and_keeps_the_mandate() {
    String method = saved(Card.VISA);
    mollie.payers().declineCharges(mandate(method), Optional.of(FailureReason.INSUFFICIENT_FUNDS));

    Reply declined = charge(method, "automatic");

    assertThat(declined.status()).as(declined.body()).isEqualTo(402);
    assertThat(declined.text("/error/decline_code")).isEqualTo("insufficient_funds");
    assertThat(status(method)).isEqualTo("active");
  }

  @Test
  void a_mandate_that_is_revoked_at_mollie_declines_the_charge_and_ends_florins() {
    String method = saved(Card.VISA);
    mollie.payers().invalidate(mandate(method));

    Reply declined = charge(method, "automatic");

    assertThat(declined.status()).as(declined.body()).isEqualTo(402);
    assertThat(declined.text("/error/decline_code")).isEqualTo("revocation_of_authorization");
    assertThat(status(method)).isEqualTo("revoked");
    assertThat(charge(method, "automatic").text("/error/code")).isEqualTo("mandate_required");
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"LOST_AFTER", "ERROR_AFTER"})
  void a_charge_without_a_response_is_found_and_made_once(Fault fault) {
    String method = saved(Card.VISA);
    int before = mollie.payers().payments().size();
    mollie.faults().next("POST /v2/customers/cst_\\w+/payments", fault);

    Reply charged = charge(method, "automatic");

    String id = charged.has("/id") ? charged.text("/id") : charged.text("/error/payment");
    within().until(() -> payment(id).text("/status").equals("succeeded"));
    assertThat(mollie.payers().payments()).hasSize(before + 1);
    assertThat(mollie.book().faults()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_detached_payment_method_is_deleted_at_mollie(boolean isGoneBefore) {
    String method = saved(Card.VISA);
    String mandate = mandate(method);
    if (isGoneBefore) {
      mollie.payers().invalidate(mandate);
    }
    mollie.faults().next("DELETE /v2/customers/cst_\\w+/mandates", Fault.ERROR_BEFORE);

    florin.post("/v2/payment_methods/" + method + "/detach", "");

    within().until(() -> provider(method).equals("none"));
    assertThat(
            mollie.journal().about(mandate).stream()
                .filter(heard -> heard.line().startsWith("DELETE") && heard.status() == 204))
        .hasSize(1);
  }

  @Test
  void a_page_that_is_not_paid_saves_nothing() {
    Reply made = onPage();
    mollie.payers().fail(ofPayment(made.text("/id")), FailureReason.CARD_DECLINED);
    hurry(made.text("/id"));
    within().until(() -> payment(made.text("/id")).text("/status").equals("failed"));

    String method = made.text("/payment_method/id");
    assertThat(florin.get("/v2/payment_methods/" + method).json().at("/customer").isNull())
        .isTrue();
    assertThat(provider(method)).isEqualTo("none");
  }

  /** Returns the status of Florin's mandate. */
  private String status(String method) {
    String mandate = florin.get("/v2/payment_methods/" + method).text("/mandate");
    return florin.get("/v2/mandates/" + mandate).text("/status");
  }

  /** Returns Mollie's mandate. */
  private String mandate(String method) {
    return florin
        .query("SELECT provider ->> 'mandate' FROM payment_method WHERE id = ?", uuid(method))
        .getFirst();
  }

  private String provider(String method) {
    return florin
        .query(
            "SELECT coalesce(provider::text, 'none') FROM payment_method WHERE id = ?",
            uuid(method))
        .getFirst();
  }

  private static UUID uuid(String method) {
    return PaymentMethodId.KIND.parse(method).orElseThrow().uuid();
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
         "save_payment_method": true, "mandate": {"text": "Charge me each month."}}\
        """
            .formatted(customer));
  }

  private String saved(Card card) {
    Reply made = onPage();
    mollie.payers().pay(ofPayment(made.text("/id")), card);
    return saved(made);
  }

  private String saved(Method method) {
    Reply made = onPage();
    mollie.payers().pay(ofPayment(made.text("/id")), method);
    return saved(made);
  }

  private String saved(Reply made) {
    hurry(made.text("/id"));
    within().until(() -> payment(made.text("/id")).text("/status").equals("succeeded"));
    return made.text("/payment_method/id");
  }

  private void hurry(String payment) {
    hurry(PaymentId.KIND.parse(payment).orElseThrow().uuid());
  }

  private void hurry(UUID payment) {
    florin.update(
        "UPDATE attempt SET version = version + 1, due_at = now() WHERE payment_id = ? AND status IN ('pending', 'requires_action')",
        payment);
  }

  /** Returns Mollie's id of a payment. */
  private String ofPayment(String payment) {
    return ofPayment(PaymentId.KIND.parse(payment).orElseThrow().uuid());
  }

  private String ofPayment(UUID payment) {
    return florin
        .query(
            "SELECT x.external_id FROM connector_exchange x JOIN attempt a ON a.id = x.attempt_id WHERE x.number = 0 AND a.operation = 'authorize' AND a.payment_id = ?",
            payment)
        .getFirst();
  }

  private static ConditionFactory within() {
    return await().pollInterval(Duration.ofMillis(50)).atMost(Duration.ofSeconds(40));
  }
}
