package florin.connector.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import emulator.provider.Fault;
import emulator.provider.Options;
import emulator.provider.WebhookFault;
import emulator.stripe.Card;
import emulator.stripe.StripeEmulator;
import florin.app.App.Networks;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.connector.instance.Instance;
import florin.core.Id.AttemptId;
import florin.core.Id.PaymentId;
import florin.payment.execution.CrashPoint;
import florin.testing.Poison;
import florin.testing.Reply;
import florin.testing.TestApp;
import florin.testing.provider.ProviderInstances;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Florin detects changes that staff make in Stripe's dashboard, and books each change once. */
@TestInstance(Lifecycle.PER_CLASS)
class StripeDashboardTest {
  private static final String SECRET = "whsec_12345678";

  private final StripeEmulator stripe;
  private final TestApp florin;
  private String webhookPath = "";

  StripeDashboardTest() throws IOException {
    stripe = StripeEmulator.start(Options.ofTests());
    florin =
        TestApp.open(
            CrashPoint.NONE, Networks.ofService(Optional.of(stripe.url()), Optional.empty()));
  }

  @BeforeAll
  void connect() {
    Instance connector =
        ProviderInstances.add(
            florin,
            florin.realm(),
            new Instance.Provider(StripeKind.KIND, "Our Stripe", Map.of()),
            new ProviderSecrets(
                Map.of("secret_key", StripeEmulator.TEST_KEY, "webhook_secret", SECRET)));
    webhookPath = "/connectors/" + connector.webhookToken() + "/webhooks";
    stripe.listen(webhooksOf(florin), SECRET);
    within().until(() -> florin.post("/v2/payments", hosted("automatic")).status() == 200);
  }

  @AfterAll
  void close() throws IOException {
    florin.close();
    stripe.close();
  }

  private URI webhooksOf(TestApp node) {
    return node.client().request(webhookPath).build().uri();
  }

  private static String hosted(String captureMethod) {
    return """
    {"amount": 1000, "currency": "eur", "capture_method": "%s", "payment_method": {"type": "hosted"}}\
    """
        .formatted(captureMethod);
  }

  /** Creates a payment and pays it on Stripe's page. */
  private String paid(String captureMethod, String status) {
    Reply made = florin.post("/v2/payments", hosted(captureMethod));
    stripe.payers().pay(stripe.payers().sessions().getLast().session(), Card.VISA);
    String id = made.text("/id");
    await(id, "/status", status);
    return id;
  }

  private Reply payment(String id) {
    return florin.get("/v2/payments/" + id);
  }

  private String intent(String id) {
    return payment(id).text("/outcome/provider_ids/payment_intent");
  }

  private void await(String id, String field, String expected) {
    within().until(() -> payment(id).json().at(field).asString().equals(expected));
  }

  private List<String> events(String type, String id) {
    return florin
        .get("/v2/events?limit=100&type=" + type)
        .json()
        .at("/data")
        .valueStream()
        .filter(event -> event.toString().contains(id))
        .map(event -> event.at("/data/object/id").asString())
        .toList();
  }

  private List<String> refunds(String id, String field) {
    return florin.get("/v2/refunds?payment=" + id).texts("/data", field);
  }

  private static String refund(String id, long amount) {
    return "{\"payment\": \"%s\", \"amount\": %d}".formatted(id, amount);
  }

  @Test
  void a_partial_capture_at_stripe_succeeds_with_the_received_amount() {
    String id = paid("manual", "requires_capture");
    stripe.webhookFaults().next("payment_intent.succeeded", WebhookFault.TWICE);

    stripe.staff().capture(intent(id), Optional.of(600L));
    await(id, "/status", "succeeded");

    assertThat(payment(id).number("/amount_captured")).isEqualTo(600);
    assertThat(payment(id).number("/amount_capturable")).isZero();
    assertThat(events("payment.succeeded", id)).hasSize(1);
    // The uncaptured rest is not a refund, although Stripe lists it as one.
    String made = stripe.staff().refund(intent(id), Optional.of(100L));
    within().until(() -> payment(id).number("/amount_refunded") == 100);
    assertThat(made).startsWith("re_");
    assertThat(refunds(id, "amount")).containsExactly("100");
  }

  @Test
  void a_recorded_decline_is_returned_even_if_the_inquiry_after_it_cannot_be_scheduled() {
    String id = paid("manual", "requires_capture");
    stripe.webhookFaults().next(".*", WebhookFault.NEVER);
    stripe.webhookFaults().next(".*", WebhookFault.NEVER);
    stripe.webhookFaults().next(".*", WebhookFault.NEVER);
    stripe.staff().capture(intent(id), Optional.of(600L));

    String authorization =
        "OLD.payment_id = '%s' AND OLD.status = 'approved' AND OLD.operation IN ('authorize', 'resume')"
            .formatted(PaymentId.KIND.parse(id).orElseThrow().uuid());
    try (var _ = Poison.of(florin.database(), "UPDATE", "attempt", authorization)) {
      Reply late = florin.post("/v2/payments/" + id + "/capture", "{}");
      assertThat(late.status()).as(late.body()).isEqualTo(402);
      assertThat(late.text("/error/code")).isEqualTo("changed_at_provider");
    }
  }

  @Test
  void a_capture_by_florin_after_one_at_stripe_reports_it_and_charges_no_more() {
    String id = paid("manual", "requires_capture");
    stripe.webhookFaults().next(".*", WebhookFault.NEVER);
    stripe.webhookFaults().next(".*", WebhookFault.NEVER);
    stripe.webhookFaults().next(".*", WebhookFault.NEVER);
    stripe.staff().capture(intent(id), Optional.of(600L));

    Reply late = florin.post("/v2/payments/" + id + "/capture", "{}");

    assertThat(late.status()).as(late.body()).isEqualTo(402);
    assertThat(late.text("/error/code")).isEqualTo("changed_at_provider");
    assertThat(late.text("/error/message")).doesNotContain("othing was charged");
    await(id, "/status", "succeeded");
    assertThat(payment(id).number("/amount_captured")).isEqualTo(600);
  }

  @Test
  void a_capture_by_florin_of_a_fully_captured_payment_succeeds() {
    String id = paid("manual", "requires_capture");
    stripe.webhookFaults().next(".*", WebhookFault.NEVER);
    stripe.webhookFaults().next(".*", WebhookFault.NEVER);
    stripe.staff().capture(intent(id), Optional.empty());

    Reply late = florin.post("/v2/payments/" + id + "/capture", "{}");

    assertThat(late.status()).as(late.body()).isEqualTo(200);
    assertThat(late.number("/amount_captured")).isEqualTo(1000);
    assertThat(events("payment.succeeded", id)).hasSize(1);
  }

  @Test
  void a_cancel_of_a_payment_captured_at_stripe_reports_it() {
    String id = paid("manual", "requires_capture");
    stripe.webhookFaults().next(".*", WebhookFault.NEVER);
    stripe.webhookFaults().next(".*", WebhookFault.NEVER);
    stripe.staff().capture(intent(id), Optional.empty());

    Reply late = florin.post("/v2/payments/" + id + "/cancel", "{}");

    assertThat(late.text("/error/code")).as(late.body()).isEqualTo("changed_at_provider");
    await(id, "/status", "succeeded");
  }

  @Test
  void refunds_at_stripe_are_booked_once_each_in_addition_to_florins_own() {
    String id = paid("automatic", "succeeded");
    assertThat(florin.post("/v2/refunds", refund(id, 300)).text("/status")).isEqualTo("succeeded");
    stripe.webhookFaults().next("refund.created", WebhookFault.TWICE);

    stripe.staff().refund(intent(id), Optional.of(200L));
    stripe.staff().refund(intent(id), Optional.of(200L));
    within().until(() -> payment(id).number("/amount_refunded") == 700);

    assertThat(refunds(id, "reason")).containsExactly("made_at_provider", "made_at_provider", "");
    assertThat(events("refund.created", id)).hasSize(3);
    assertThat(events("payment.refunded", id)).hasSize(3);
    Reply tooMuch = florin.post("/v2/refunds", refund(id, 400));
    assertThat(tooMuch.text("/error/code")).isEqualTo("refund_amount_exceeds_remaining");
  }

  @Test
  void a_refund_at_stripe_during_one_by_florin_is_booked_in_addition() {
    String id = paid("automatic", "succeeded");
    stripe.faults().next("POST /v1/refunds", Fault.ERROR_AFTER);

    Reply ours = florin.post("/v2/refunds", refund(id, 600));
    assertThat(ours.text("/status")).as(ours.body()).isEqualTo("pending");
    stripe.staff().refund(intent(id), Optional.of(400L));

    within().until(() -> payment(id).number("/amount_refunded") == 1000);
    assertThat(refunds(id, "reason")).containsExactlyInAnyOrder("made_at_provider", "");
    assertThat(refunds(id, "status")).containsExactly("succeeded", "succeeded");
    assertThat(differing()).isEmpty();
  }

  @Test
  void the_same_webhook_at_two_nodes_books_a_refund_once() {
    String id = paid("automatic", "succeeded");
    try (TestApp other = florin.openAnotherNode()) {
      stripe.listen(webhooksOf(other), SECRET);
      stripe.staff().refund(intent(id), Optional.of(200L));
      stripe.staff().refund(intent(id), Optional.of(200L));
      within().until(() -> payment(id).number("/amount_refunded") == 400);
      stripe.stopListening(webhooksOf(other));
    }
    assertThat(refunds(id, "reason")).containsExactly("made_at_provider", "made_at_provider");
    assertThat(events("refund.created", id)).hasSize(2);
  }

  /** Stripe includes only the newest refunds in a charge. */
  @Test
  void all_refunds_of_one_webhook_are_booked() {
    String id = paid("automatic", "succeeded");
    stripe.webhookFaults().mix(Map.of(WebhookFault.NEVER, 1000));
    for (int i = 0; i < 11; i++) {
      stripe.staff().refund(intent(id), Optional.of(10L));
    }
    stripe.webhookFaults().clear();
    stripe.webhookFaults().next("charge.refunded", WebhookFault.NEVER);
    stripe.webhookFaults().next("refund.updated", WebhookFault.NEVER);
    stripe.staff().refund(intent(id), Optional.of(10L));

    within().until(() -> payment(id).number("/amount_refunded") == 120);
    stripe.webhookFaults().clear();
    assertThat(events("refund.created", id)).hasSize(12);
  }

  @Test
  void a_pending_refund_at_stripe_is_tracked_without_a_webhook() {
    String id = paid("automatic", "succeeded");
    stripe.payers().makeRefundsWait(true);
    String made = stripe.staff().refund(intent(id), Optional.of(500L));
    within().until(() -> refunds(id, "status").equals(List.of("pending")));
    stripe.payers().makeRefundsWait(false);
    String uuid = PaymentId.KIND.parse(id).orElseThrow().uuid().toString();
    within()
        .alias("it is to be looked at again")
        .during(Duration.ofSeconds(1))
        .until(() ->
            !florin
                .query(
                    "SELECT id::text FROM attempt WHERE payment_id::text = ? AND due_at > now()",
                    uuid)
                .isEmpty());

    stripe.webhookFaults().mix(Map.of(WebhookFault.NEVER, 1000));
    stripe.payers().resolveRefund(made);
    stripe.webhookFaults().clear();
    within()
        .until(() -> {
          florin.update(
              "UPDATE attempt SET due_at = now(), version = version + 1 WHERE payment_id = '%s' AND due_at > now()"
                  .formatted(uuid));
          return refunds(id, "status").equals(List.of("succeeded"));
        });
  }

  @Test
  void a_refund_at_stripe_is_tracked_until_it_succeeds_fails_or_is_canceled() {
    String id = paid("automatic", "succeeded");
    stripe.payers().makeRefundsWait(true);
    String one = stripe.staff().refund(intent(id), Optional.of(500L));
    String other = stripe.staff().refund(intent(id), Optional.of(300L));
    within().until(() -> refunds(id, "status").equals(List.of("pending", "pending")));
    stripe.payers().makeRefundsWait(false);
    String refund = florin.get("/v2/refunds?payment=" + id).text("/data/0/id");
    assertThat(florin.post("/v2/refunds/" + refund + "/cancel", "{}").text("/error/code"))
        .isEqualTo("refund_unexpected_state");

    stripe.payers().resolveRefund(one);
    stripe.staff().cancelRefund(other);
    within().until(() -> refunds(id, "status").equals(List.of("canceled", "succeeded")));
    assertThat(payment(id).number("/amount_refunded")).isEqualTo(500);

    stripe.payers().failRefund(one, "lost_or_stolen_card");
    within().until(() -> refunds(id, "status").equals(List.of("canceled", "failed")));
    assertThat(payment(id).number("/amount_refunded")).isZero();
    assertThat(events("refund.failed", id)).hasSize(1);
  }

  @Test
  void a_refund_by_florin_that_fails_after_it_succeeded_is_learned_from_the_webhook() {
    String id = paid("automatic", "succeeded");
    florin.post("/v2/refunds", refund(id, 300));
    String made = stripe.book().entries().getLast().names().metadata().get("florin");
    assertThat(made).startsWith("att_");
    String name =
        florin
            .query(
                "SELECT external_id FROM connector_exchange WHERE operation = 'refund' ORDER BY sent_at DESC LIMIT 1")
            .getFirst();

    stripe.payers().failRefund(name, "lost_or_stolen_card");
    within().until(() -> refunds(id, "status").equals(List.of("failed")));
    assertThat(payment(id).number("/amount_refunded")).isZero();
  }

  @Test
  void a_refund_with_a_kept_error_fails_and_the_one_made_at_stripe_is_booked() throws Exception {
    String id = paid("automatic", "succeeded");
    stripe.webhookFaults().mix(Map.of(WebhookFault.NEVER, 1000));
    stripe.staff().refund(intent(id), Optional.of(900L));
    stripe.webhookFaults().clear();
    stripe.faults().next("POST /v1/refunds", Fault.ERROR_AFTER);
    florin.post("/v2/refunds", refund(id, 300));
    assertThat(refunds(id, "status")).containsExactly("pending");

    // Recovery repeats the request with its key once the first one can no longer arrive.
    String uuid = PaymentId.KIND.parse(id).orElseThrow().uuid().toString();
    florin.update(
        "UPDATE connector_exchange SET sent_at = sent_at - interval '91 seconds' WHERE operation = 'refund' AND attempt_id IN (SELECT id FROM attempt WHERE payment_id = '%s')"
            .formatted(uuid));
    within()
        .until(() -> {
          florin.update(
              "UPDATE attempt SET due_at = now(), version = version + 1 WHERE payment_id = '%s' AND due_at > now() + interval '1 second'"
                  .formatted(uuid));
          return refunds(id, "status").contains("failed");
        });

    stripe.staff().refund(intent(id), Optional.of(50L));
    within().until(() -> payment(id).number("/amount_refunded") == 950);
    assertThat(refunds(id, "status")).containsExactlyInAnyOrder("failed", "succeeded", "succeeded");
    assertThat(events("refund.failed", id)).hasSize(1);

    completeAtStripe(attempt(uuid, "refund"), intent(id), 30);
    within().until(() -> payment(id).number("/amount_refunded") == 980);
    assertThat(refunds(id, "status"))
        .containsExactlyInAnyOrder("failed", "succeeded", "succeeded", "succeeded");
    assertThat(differing()).isEmpty();
  }

  /** Completes a failed request as Stripe's support does: the refund has Florin's reference. */
  private void completeAtStripe(String reference, String intent, long amount) throws Exception {
    var request =
        HttpRequest.newBuilder(stripe.url().resolve("/v1/refunds"))
            .header("Authorization", "Bearer " + StripeEmulator.TEST_KEY)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(
                BodyPublishers.ofString(
                    "payment_intent=%s&amount=%d&metadata[florin]=%s"
                        .formatted(intent, amount, reference)))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    }
  }

  /** Returns the attempt's reference, as Stripe has it in the metadata. */
  private String attempt(String payment, String operation) {
    return florin
        .query(
            "SELECT id::text FROM attempt WHERE payment_id::text = ? AND operation = ? AND id IN (SELECT attempt_id FROM connector_exchange)",
            payment,
            operation)
        .stream()
        .map(uuid -> new AttemptId(UUID.fromString(uuid)).text())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void a_refund_at_stripe_that_does_not_fit_is_not_booked_and_is_an_alert_until_it_fits() {
    String id = paid("automatic", "succeeded");
    capturedHere(id, 400);

    stripe.staff().refund(intent(id), Optional.of(500L));
    within().until(() -> differing().equals(List.of(id)));
    assertThat(refunds(id, "amount")).isEmpty();
    assertThat(payment(id).number("/amount_refunded")).isZero();

    capturedHere(id, 1000);
    stripe.staff().refund(intent(id), Optional.of(100L));
    within().until(() -> payment(id).number("/amount_refunded") == 600);
    within().until(() -> differing().isEmpty());
  }

  /** Changes Florin's captured amount, so that it differs from Stripe's. */
  private void capturedHere(String id, long amount) {
    florin.update(
        "UPDATE payment SET amount_captured = %d WHERE id = '%s'"
            .formatted(amount, PaymentId.KIND.parse(id).orElseThrow().uuid()));
  }

  private List<String> differing() {
    return florin
        .query("SELECT id::text FROM payment WHERE provider ->> 'differs_at' IS NOT NULL")
        .stream()
        .map(uuid -> new PaymentId(UUID.fromString(uuid)).text())
        .toList();
  }

  private static ConditionFactory within() {
    return org.awaitility.Awaitility.await()
        .pollInterval(Duration.ofMillis(50))
        .atMost(Duration.ofSeconds(60));
  }
}
