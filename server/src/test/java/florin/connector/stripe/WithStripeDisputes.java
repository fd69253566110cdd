package florin.connector.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import emulator.provider.Options;
import emulator.stripe.Card;
import emulator.stripe.StripeEmulator;
import florin.app.App.Networks;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.connector.instance.Instance;
import florin.payment.execution.CrashPoint.Step;
import florin.testing.Reply;
import florin.testing.TestApp;
import florin.testing.provider.ProviderInstances;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Disputes over the Stripe emulator, and the responses to them. */
abstract class WithStripeDisputes {
  static final String SUBMIT = "POST /v1/disputes/dp_[^/]*";
  static final String CLOSE = "POST /v1/disputes/dp_[^/]*/close";

  private static final String SECRET = "whsec_12345678";

  final StripeEmulator stripe;
  TestApp florin;
  String connector = "";
  private String webhookPath = "";

  WithStripeDisputes() throws IOException {
    stripe = StripeEmulator.start(Options.ofTests());
    florin =
        TestApp.open(
            this::at, networks(Networks.ofService(Optional.of(stripe.url()), Optional.empty())));
  }

  /** Is called at each step of Florin. */
  void at(Step step) {}

  /** Returns the networks of the test. */
  Networks networks(Networks usual) {
    return usual;
  }

  @BeforeEach
  final void connect() {
    Instance instance =
        ProviderInstances.add(
            florin,
            florin.realm(),
            new Instance.Provider(StripeKind.KIND, "Our Stripe", Map.of()),
            new ProviderSecrets(
                Map.of("secret_key", StripeEmulator.TEST_KEY, "webhook_secret", SECRET)));
    connector = instance.id().text();
    webhookPath = "/connectors/" + instance.webhookToken() + "/webhooks";
    listen();
    within().until(() -> florin.post("/v2/payments", hosted(1000)).status() == 200);
  }

  @AfterEach
  final void close() throws IOException {
    florin.close();
    stripe.close();
  }

  /** Makes Stripe send its webhooks to this life of Florin. */
  final void listen() {
    URI address = florin.client().request(webhookPath).build().uri();
    stripe.listen(address, SECRET);
  }

  private static String hosted(long amount) {
    return """
    {"amount": %d, "currency": "eur", "payment_method": {"type": "hosted"}}\
    """
        .formatted(amount);
  }

  /**
   * A dispute.
   *
   * @param there its id at Stripe
   */
  record Disputed(String payment, String id, String there, long amount) {}

  /**
   * Pays, and disputes the payment.
   *
   * @param part the disputed amount; empty for all
   */
  final Disputed disputed(long amount, Optional<Long> part) {
    String payment = paid(amount);
    String there = dispute(payment, part);
    return new Disputed(payment, awaitDispute(payment), there, part.orElse(amount));
  }

  /** Pays, and returns the payment. */
  final String paid(long amount) {
    String payment = florin.post("/v2/payments", hosted(amount)).text("/id");
    stripe.payers().pay(stripe.payers().sessions().getLast().session(), Card.VISA);
    within().until(() -> payment(payment).text("/status").equals("succeeded"));
    return payment;
  }

  /** Disputes a payment at Stripe, and returns the dispute's id there. */
  final String dispute(String payment, Optional<Long> part) {
    return stripe
        .payers()
        .dispute(payment(payment).text("/outcome/provider_ids/payment_intent"), "fraudulent", part);
  }

  /** Makes the bank inquire about a payment at Stripe, and returns the dispute's id there. */
  final String inquire(String payment) {
    return stripe
        .payers()
        .inquire(payment(payment).text("/outcome/provider_ids/payment_intent"), "fraudulent");
  }

  /** Waits until Florin has the dispute of a payment, and returns its id. */
  final String awaitDispute(String payment) {
    within()
        .until(() -> !florin.get("/v2/disputes?payment=" + payment).texts("/data", "id").isEmpty());
    return florin.get("/v2/disputes?payment=" + payment).text("/data/0/id");
  }

  /** Makes Florin read Stripe's balance transactions. */
  final void readSettlements() {
    florin.update("UPDATE settlement_position SET due_at = now() WHERE due_at > now()");
  }

  final void change(Disputed dispute, String text) {
    Reply changed =
        florin.post(
            "/v2/disputes/" + dispute.id() + "/evidence",
            "{\"uncategorized_text\": \"%s\"}".formatted(text));
    assertThat(changed.status()).as(changed.body()).isEqualTo(200);
  }

  /** Responds to a dispute: {@code submit} or {@code accept}. */
  final Reply respond(Disputed dispute, String deed) {
    return florin.post("/v2/disputes/" + dispute.id() + "/" + deed, "");
  }

  /** Waits until no response is in flight. */
  final void settle() {
    within()
        .until(() -> {
          hurry();
          return florin
              .query("SELECT id::text FROM dispute WHERE response_status = 'sending'")
              .isEmpty();
        });
  }

  final void hurry() {
    florin.update(
        "UPDATE dispute SET response_due_at = now(), version = version + 1 WHERE response_due_at > now()");
  }

  final Set<String> responses() {
    return Set.copyOf(florin.query("SELECT response_status FROM dispute"));
  }

  /** Returns how many requests about a response Stripe got from Florin. */
  final long posts(Disputed dispute) {
    return stripe.journal().about(dispute.there()).stream()
        .filter(it -> it.line().startsWith("POST") && !it.key().isEmpty())
        .count();
  }

  final Reply dispute(Disputed dispute) {
    return florin.get("/v2/disputes/" + dispute.id());
  }

  final String status(Disputed dispute) {
    return dispute(dispute).text("/status");
  }

  final Reply payment(String id) {
    return florin.get("/v2/payments/" + id);
  }

  static ConditionFactory within() {
    return Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(200))
        .ignoreExceptions();
  }
}
