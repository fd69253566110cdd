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
import florin.payment.execution.CrashPoint.Step;
import florin.testing.EvidenceFiles;
import florin.testing.Reply;
import florin.testing.SimulatedCrash;
import florin.testing.TestApp;
import florin.testing.provider.ProviderInstances;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Responses to disputes over the Stripe emulator: each is sent once, whatever is lost or dies in
 * between.
 */
class StripeDisputesTest {
  private static final String SECRET = "whsec_12345678";
  private static final String SUBMIT = "POST /v1/disputes/dp_[^/]*";
  private static final String CLOSE = "POST /v1/disputes/dp_[^/]*/close";

  private final AtomicReference<Optional<Step>> fatal = new AtomicReference<>(Optional.empty());
  private final StripeEmulator stripe;
  private TestApp florin;
  private String webhookPath = "";
  private String payment = "";
  private String dispute = "";
  private String there = "";

  StripeDisputesTest() throws IOException {
    stripe = StripeEmulator.start(Options.ofTests());
    florin =
        TestApp.open(this::at, Networks.ofService(Optional.of(stripe.url()), Optional.empty()));
  }

  /** Dies at the armed step, once. */
  private void at(Step step) {
    if (fatal.get().equals(Optional.of(step))) {
      fatal.set(Optional.empty());
      throw new SimulatedCrash(step);
    }
  }

  @BeforeEach
  void dispute() {
    Instance connector =
        ProviderInstances.add(
            florin,
            florin.realm(),
            new Instance.Provider(StripeKind.KIND, "Our Stripe", Map.of()),
            new ProviderSecrets(
                Map.of("secret_key", StripeEmulator.TEST_KEY, "webhook_secret", SECRET)));
    webhookPath = "/connectors/" + connector.webhookToken() + "/webhooks";
    stripe.listen(webhooks(), SECRET);
    within().until(() -> florin.post("/v2/payments", HOSTED).status() == 200);
    payment = florin.post("/v2/payments", HOSTED).text("/id");
    stripe.payers().pay(stripe.payers().sessions().getLast().session(), Card.VISA);
    within().until(() -> payment().text("/status").equals("succeeded"));
    there =
        stripe
            .payers()
            .dispute(payment().text("/outcome/provider_ids/payment_intent"), "fraudulent");
    within()
        .until(() -> !florin.get("/v2/disputes?payment=" + payment).texts("/data", "id").isEmpty());
    dispute = florin.get("/v2/disputes?payment=" + payment).text("/data/0/id");
    change("Our story");
  }

  private static final String HOSTED =
      """
      {"amount": 1000, "currency": "eur", "payment_method": {"type": "hosted"}}\
      """;

  @AfterEach
  void close() throws IOException {
    florin.close();
    stripe.close();
  }

  @Test
  void evidence_arrives_with_its_files_and_is_submitted_once() {
    EvidenceFiles.add(florin.client(), dispute);
    Reply sent = respond("submit");

    assertThat(sent.text("/status")).as(sent.body()).isEqualTo("under_review");
    assertThat(sent.text("/response/status")).isEqualTo("sent");
    assertThat(stripe.payers().evidence(there))
        .containsEntry("uncategorized_text", "Our story")
        .containsKey("receipt");
    assertThat(respond("submit").text("/error/code")).isEqualTo("dispute_already_answered");
    assertThat(stripe.payers().submissions(there)).isEqualTo(1);
  }

  @Test
  void an_accepted_dispute_is_closed_at_stripe() {
    Reply accepted = respond("accept");

    assertThat(accepted.text("/status")).as(accepted.body()).isEqualTo("accepted");
    assertThat(stripe.payers().disputeStatus(there)).isEqualTo("lost");
    assertThat(payment().number("/dispute/amount_lost")).isEqualTo(1000);
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST_BEFORE", "LOST_AFTER", "ERROR_AFTER", "TWICE", "UNAVAILABLE"})
  void a_lost_response_is_asked_about_before_it_is_sent_again(Fault fault) {
    stripe.faults().next(SUBMIT, fault);
    Reply first = respond("submit");
    assertThat(first.status()).as(first.body()).isEqualTo(200);

    settle();
    assertThat(status()).isEqualTo("under_review");
    assertThat(stripe.payers().submissions(there)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"submit, 1", "accept, 2"})
  void what_has_arrived_is_not_sent_again(String deed, int posts) {
    stripe.faults().next(deed.equals("submit") ? SUBMIT : CLOSE, Fault.ERROR_AFTER);
    assertThat(respond(deed).text("/response/status")).isEqualTo("sending");
    settle();

    assertThat(status()).isEqualTo(deed.equals("submit") ? "under_review" : "accepted");
    assertThat(stripe.journal().about(there).stream().filter(it -> it.line().startsWith("POST")))
        .hasSize(posts);
  }

  @Test
  void evidence_that_stripe_rejects_can_be_corrected() {
    stripe.payers().moveDispute(there, "under_review");
    stripe.webhookFaults().next(".*", WebhookFault.NEVER);
    Reply failed = respond("submit");

    assertThat(failed.text("/response/status")).as(failed.body()).isIn("failed", "sent");
    assertThat(stripe.payers().submissions(there)).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "submit, RECEIVED", "submit, BEGUN", "submit, CALLED", "submit, FINISHED",
    "accept, RECEIVED", "accept, BEGUN", "accept, CALLED", "accept, FINISHED"
  })
  void a_crash_between_any_two_steps_sends_once(String deed, Step step) {
    fatal.set(Optional.of(step));
    try {
      respond(deed);
    } catch (UncheckedIOException noAnswer) {
      // Florin has died before it responded.
    }
    assertThat(florin.awaitCrash(Duration.ofMinutes(1))).isTrue();
    florin = florin.reopen();
    stripe.listen(webhooks(), SECRET);
    assertOnce(deed);
  }

  @ParameterizedTest
  @CsvSource({
    "submit, TAKEN", "submit, INQUIRED", "submit, CALLED",
    "accept, TAKEN", "accept, INQUIRED", "accept, CALLED"
  })
  void a_crash_of_recovery_sends_once(String deed, Step step) {
    stripe.faults().next(deed.equals("submit") ? SUBMIT : CLOSE, Fault.ERROR_AFTER);
    respond(deed);
    fatal.set(Optional.of(step));
    hurry();
    assertThat(florin.awaitCrash(Duration.ofMinutes(1))).isTrue();
    florin = florin.reopen();
    stripe.listen(webhooks(), SECRET);
    assertOnce(deed);
  }

  private void assertOnce(String deed) {
    settle();
    if (status().equals("needs_response")) {
      respond(deed); // the request had not begun
      settle();
    }
    assertThat(status()).isEqualTo(deed.equals("submit") ? "under_review" : "accepted");
    assertThat(stripe.payers().submissions(there)).isEqualTo(deed.equals("submit") ? 1 : 0);
    assertThat(stripe.payers().disputeStatus(there))
        .isEqualTo(deed.equals("submit") ? "under_review" : "lost");
    assertThat(payment().number("/dispute/amount_" + (deed.equals("submit") ? "held" : "lost")))
        .isEqualTo(1000);
    assertThat(Set.copyOf(florin.query("SELECT response_status FROM dispute")))
        .containsExactly("sent");
  }

  /** Waits until no response is in flight. */
  private void settle() {
    within()
        .until(() -> {
          hurry();
          return florin
              .query("SELECT id::text FROM dispute WHERE response_status = 'sending'")
              .isEmpty();
        });
  }

  private void hurry() {
    florin.update(
        "UPDATE dispute SET response_due_at = now(), version = version + 1 WHERE response_due_at > now()");
  }

  private void change(String text) {
    florin.post(
        "/v2/disputes/" + dispute + "/evidence",
        "{\"uncategorized_text\": \"%s\"}".formatted(text));
  }

  private Reply respond(String deed) {
    return florin.post("/v2/disputes/" + dispute + "/" + deed, "");
  }

  private String status() {
    return florin.get("/v2/disputes/" + dispute).text("/status");
  }

  private Reply payment() {
    return florin.get("/v2/payments/" + payment);
  }

  private URI webhooks() {
    return florin.client().request(webhookPath).build().uri();
  }

  private static ConditionFactory within() {
    return Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(200))
        .ignoreExceptions();
  }
}
