package florin.testing.provider;

import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.instance.Instance;
import florin.connector.instance.Instance.Status;
import florin.core.Mode;
import florin.testing.Reply;
import florin.testing.SpecialKeys;
import florin.testing.TestClient;
import florin.testing.provider.Provider.Fault;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Recovery of requests to a provider that failed, or whose response differs from an earlier one.
 */
class ProviderRecoveryTest extends WithProvider {
  @Test
  void a_capture_that_never_arrived_is_sent_again_when_it_can_no_longer_arrive() {
    set(Map.of());
    Reply made = pay(GOOD, "manual");
    provider.fail("/capture", Fault.NEVER_ARRIVES);
    Reply asked = florin.post("/v2/payments/" + made.text("/id") + "/capture", "{\"amount\": 400}");
    assertThat(asked.text("/status")).isEqualTo("processing");

    ahead.set(Duration.ofSeconds(91));

    within().until(() -> status(made).equals("succeeded"));
    assertThat(provider.net(reference(made))).isEqualTo(400);
  }

  @Test
  void
      an_operation_is_queried_again_when_it_can_no_longer_arrive_regardless_of_earlier_inquiries() {
    set(Map.of());
    Reply made = pay(GOOD, "manual");
    provider.fail("/capture", Fault.NEVER_ARRIVES);
    florin.post("/v2/payments/" + made.text("/id") + "/capture", "{}");
    UUID capture = idOf("capture", made);
    // Sets the number of inquiries that many starts of the process cause, after which Florin would
    // wait for an hour.
    florin.update(
        "UPDATE attempt SET checked = 40, created_at = created_at - interval '5 hours', due_at = now(), version = version + 1 WHERE id = ?",
        capture);

    within().until(() -> checked(capture) > 40);

    assertThat(
            florin.query(
                "SELECT a.due_at = x.sent_at + interval '90 seconds' FROM attempt a JOIN connector_exchange x ON x.attempt_id = a.id WHERE a.id = ?",
                capture))
        .containsExactly("t");
  }

  @Test
  void a_refund_that_never_arrived_is_sent_again_and_executed_once() {
    set(Map.of());
    Reply made = pay(GOOD, "automatic");
    provider.fail("/refunds", Fault.NEVER_ARRIVES);
    Reply refund =
        florin.post("/v2/refunds", "{\"payment\": \"" + made.text("/id") + "\", \"amount\": 300}");
    assertThat(refund.text("/status")).isEqualTo("pending");

    ahead.set(Duration.ofSeconds(91));

    within()
        .until(() ->
            florin.get("/v2/refunds/" + refund.text("/id")).text("/status").equals("succeeded"));
    assertThat(provider.net(reference(made))).isEqualTo(700);
  }

  @Test
  void a_cancel_that_never_arrived_does_not_block_a_payment_made_in_the_meantime() {
    set(Map.of("hosted", "true"));
    Reply made = pay(GOOD, "automatic");
    provider.fail("/cancel", Fault.NEVER_ARRIVES);
    expire(made);
    within().until(() -> status(made).equals("processing"));
    provider.payerActs(reference(made), true);

    ahead.set(Duration.ofSeconds(91));

    within().until(() -> status(made).equals("canceled"));
    assertThat(provider.net(reference(made)))
        .as("the cancel at the provider returned the money")
        .isZero();
  }

  @Test
  void an_operation_too_old_to_be_sent_again_stays_open() {
    set(Map.of());
    Reply made = pay(GOOD, "manual");
    provider.fail("/capture", Fault.NEVER_ARRIVES);
    florin.post("/v2/payments/" + made.text("/id") + "/capture", "{\"amount\": 400}");
    UUID capture = idOf("capture", made);
    florin.update(
        "UPDATE attempt SET created_at = created_at - interval '25 hours' WHERE id = ?", capture);
    int before = provider.count("capture");

    ahead.set(Duration.ofSeconds(91));

    awaitLooks(capture, 2);
    assertThat(provider.count("capture")).isEqualTo(before);
    assertThat(status(made)).isEqualTo("processing");
  }

  @Test
  void a_repetition_with_an_unknown_outcome_is_reported_once() {
    set(Map.of("captures_by_repetition", "true"));
    Reply made = pay(GOOD, "manual");
    provider.fail("/capture", Fault.NEVER_ARRIVES);
    florin.post("/v2/payments/" + made.text("/id") + "/capture", "{}");
    provider.fail("/capture", Fault.NEVER_ARRIVES);

    within().until(() -> status(made).equals("succeeded"));

    assertThat(florin.get("/v2/events?object_id=" + made.text("/id")).texts("/data", "type"))
        .containsOnlyOnce("payment.processing");
  }

  @Test
  void an_approval_after_its_reversal_is_reversed_under_another_reference() {
    set(Map.of());
    provider.fail("/confirm", Fault.NEVER_ARRIVES);
    Reply made = pay(GOOD, "automatic");
    String reference = reference(made);
    ahead.set(Duration.ofSeconds(91));
    within().until(() -> status(made).equals("failed"));
    int before = provider.count("cancel");

    provider.become(reference, "approved");
    lookAgain(made);

    within().until(() -> provider.net(reference) == 0);
    assertThat(provider.count("cancel")).isEqualTo(before + 1);
    assertThat(status(made)).isEqualTo("failed");
  }

  @Test
  void a_declined_reversal_is_requested_again() {
    set(Map.of());
    provider.fail("/confirm", Fault.NEVER_ARRIVES);
    Reply made = pay(GOOD, "automatic");
    provider.fail("/cancel", Fault.DECLINED);

    ahead.set(Duration.ofSeconds(91));

    within().until(() -> status(made).equals("failed"));
    assertThat(
            florin.query(
                "SELECT status FROM attempt WHERE operation = 'reverse' AND authorization_id = ? ORDER BY created_at",
                id(made)))
        .containsExactly("declined", "approved");
  }

  @Test
  void a_hold_that_the_provider_still_processes_is_not_given_up() {
    Instance instance = set(Map.of());
    Reply made = pay(GOOD, "manual");
    provider.become(reference(made), "pending");

    send(instance, made);
    awaitLooks(made, 2);

    assertThat(status(made)).isEqualTo("requires_capture");
    provider.become(reference(made), "approved");
    Reply captured = florin.post("/v2/payments/" + made.text("/id") + "/capture", "{}");
    assertThat(captured.text("/status")).isEqualTo("succeeded");
  }

  @Test
  void a_response_is_replayed_after_its_connector_was_disabled() {
    var keys = SpecialKeys.ofNewAccount(florin);
    Instance instance =
        ProviderInstances.add(florin, provider, keys.account().realm(Mode.LIVE), Map.of());
    try (var client = new TestClient(florin.app().port(), keys.live())) {
      String body = body(GOOD, "automatic");
      within().until(() -> client.post("/v2/payments", body).status() == 200);
      Reply first = client.post("/v2/payments", body, "order-7");
      ProviderInstances.set(florin, instance, Status.DISABLED);
      within().until(() -> client.post("/v2/payments", body).status() == 400);

      Reply again = client.post("/v2/payments", body, "order-7");

      assertThat(again.status()).isEqualTo(200);
      assertThat(again.body()).isEqualTo(first.body());
    }
  }

  private UUID idOf(String operation, Reply payment) {
    return UUID.fromString(
        florin
            .query(
                "SELECT id FROM attempt WHERE operation = ? AND authorization_id = ?",
                operation,
                id(payment))
            .getFirst());
  }
}
