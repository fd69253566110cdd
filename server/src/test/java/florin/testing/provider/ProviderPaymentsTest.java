package florin.testing.provider;

import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.instance.Instance;
import florin.connector.instance.Instance.Status;
import florin.payment.execution.CrashPoint.Step;
import florin.testing.Reply;
import florin.testing.SimulatedCrash;
import florin.testing.TestApp;
import florin.testing.provider.Provider.Fault;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Payments from the API to a provider, and back. The provider's inquiries don't find objects by
 * Florin's references.
 */
class ProviderPaymentsTest extends WithProvider {
  @Test
  void a_direct_payment_is_captured_and_refunded_and_names_its_connector() {
    Instance instance = set(Map.of());

    Reply paid = pay(GOOD, "automatic");

    assertThat(paid.text("/status")).isEqualTo("succeeded");
    assertThat(paid.text("/outcome/connector")).isEqualTo("test_provider");
    assertThat(paid.text("/outcome/connector_id")).isEqualTo(instance.id().text());
    assertThat(paid.json().at("/outcome/network_response_code").isNull()).isTrue();
    Reply refund = florin.post("/v2/refunds", "{\"payment\": \"" + paid.text("/id") + "\"}");
    assertThat(refund.text("/status")).isEqualTo("succeeded");
    assertThat(provider.net(reference(paid))).isZero();
    assertThat(
            florin.query(
                "SELECT DISTINCT connector_kind FROM attempt WHERE connector = ?",
                instance.id().text()))
        .containsExactly("test_provider");
  }

  @Test
  void an_operation_with_a_lost_response_is_found_by_an_inquiry_and_not_repeated() {
    set(Map.of());
    provider.fail("/confirm", Fault.ANSWER_LOST);

    Reply made = pay(GOOD, "automatic");

    within().until(() -> status(made).equals("succeeded"));
    assertThat(provider.net(reference(made))).isEqualTo(1000);
  }

  @Test
  void an_operation_that_the_connector_does_not_support_is_rejected_and_not_stored() {
    ProviderInstances.add(florin, provider, Map.of("takes_no_cards", "true"));
    within().until(() -> pay(GOOD, "automatic").status() == 400);
    List<String> before = florin.query("SELECT count(*)::text FROM payment");

    Reply refused = pay(GOOD, "automatic");

    assertThat(refused.text("/error/code")).isEqualTo("payment_method_unavailable");
    assertThat(refused.text("/error/param")).isEqualTo("payment_method");
    assertThat(florin.query("SELECT count(*)::text FROM payment")).isEqualTo(before);
  }

  @Test
  void the_deadline_is_the_connectors_own() {
    Instance instance = ProviderInstances.add(florin, provider, Map.of("deadline", "PT0S"));

    within().until(() -> pay(GOOD, "automatic").text("/status").equals("processing"));

    assertThat(
            florin.query(
                "SELECT count(*)::text FROM connector_exchange WHERE connector_id = ? AND answered_at IS NOT NULL",
                instance.id().uuid()))
        .as("exchanges with a response despite a deadline of zero")
        .containsExactly("0");
  }

  @Test
  void a_later_decision_of_the_provider_is_learned_from_its_webhook() {
    Instance instance = set(Map.of());
    Reply made = pay(PENDING, "automatic");
    assertThat(made.text("/status")).isEqualTo("processing");
    restUntilNudged(made);
    provider.decide(reference(made), true);

    assertThat(send(instance, made).status()).isEqualTo(200);

    within().until(() -> status(made).equals("succeeded"));
  }

  @Test
  void webhooks_polls_and_a_restart_change_nothing_during_the_payers_action() {
    Instance instance = set(Map.of("hosted", "true"));
    Reply made = pay(GOOD, "automatic");
    assertThat(made.text("/status")).isEqualTo("requires_action");
    assertThat(made.text("/next_action/redirect_to_url/url"))
        .startsWith(provider.address() + "/pay/");
    String before = stands(made);

    send(instance, made);
    send(instance, made);
    awaitLooks(made, 2);
    assertThat(stands(made)).isEqualTo(before);
    florin.close();
    florin = florin.reopen();
    awaitLooks(made, 1);

    assertThat(stands(made)).isEqualTo(before);
    provider.payerActs(reference(made), true);
    send(instance, made);
    within().until(() -> status(made).equals("succeeded"));
    assertThat(provider.net(reference(made))).isEqualTo(1000);
    assertThat(florin.get("/v2/events?object_id=" + made.text("/id")).texts("/data", "type"))
        .containsOnlyOnce("payment.succeeded");
  }

  @Test
  void a_webhook_and_a_restart_change_nothing_before_the_capture() {
    Instance instance = set(Map.of());
    Reply made = pay(GOOD, "manual");
    assertThat(made.text("/status")).isEqualTo("requires_capture");
    String before = stands(made);
    String due = florin.query("SELECT due_at::text FROM attempt WHERE id = ?", id(made)).getFirst();

    send(instance, made);
    awaitLooks(made, 1);
    florin.close();
    florin = florin.reopen();
    send(instance, made);
    awaitLooks(made, 1);

    assertThat(stands(made)).isEqualTo(before);
    within()
        .until(() ->
            florin.query("SELECT due_at::text FROM attempt WHERE id = ?", id(made)).contains(due));
    Reply captured = florin.post("/v2/payments/" + made.text("/id") + "/capture", "{}");
    assertThat(captured.text("/status")).isEqualTo("succeeded");
  }

  @Test
  void a_returning_payer_triggers_an_inquiry_regardless_of_the_parameters() {
    set(Map.of("hosted", "true"));
    Reply made = pay(GOOD, "automatic");
    restUntilNudged(made);
    String back = URI.create(provider.returnUrl(reference(made))).getPath() + "?result=paid";

    Reply early = florin.get(back);
    assertThat(early.status()).as(early.body()).isEqualTo(200);
    assertThat(status(made)).isEqualTo("requires_action");
    provider.payerActs(reference(made), true);
    Reply paid = florin.get(back);

    assertThat(paid.status()).isEqualTo(200);
    assertThat(paid.body()).contains("You can close this page");
    Reply german =
        florin.client().send(florin.client().request(back).header("Accept-Language", "de").build());
    assertThat(german.body())
        .contains("Sie können diese Seite schließen", "Der Shop teilt Ihnen das Ergebnis");
    assertThat(status(made)).isEqualTo("succeeded");
    String challenge = back.replace("/return/", "/challenges/");
    assertThat(florin.get(challenge).status()).as("Florin has no challenge page").isEqualTo(404);
    assertThat(florin.get("/return/nobody").status()).isEqualTo(404);
  }

  @Test
  void a_payer_who_returns_repeatedly_triggers_a_limited_number_of_inquiries() {
    set(Map.of("hosted", "true"));
    Reply made = pay(GOOD, "automatic");
    String back = URI.create(provider.returnUrl(reference(made))).getPath();

    for (int i = 0; i < 25; i++) {
      assertThat(florin.get(back).status()).isEqualTo(200);
    }

    assertThat(
            florin.query(
                "SELECT count(*)::text FROM attempt WHERE operation = 'resume' AND authorization_id = ?",
                id(made)))
        .containsExactly("20");
  }

  @Test
  void a_payer_who_declines_at_the_provider_fails_the_payment() {
    set(Map.of("hosted", "true"));
    Reply made = pay(GOOD, "automatic");

    provider.payerActs(reference(made), false);

    within().until(() -> status(made).equals("failed"));
  }

  @Test
  void after_an_hour_the_wait_ends_and_the_operation_is_canceled_at_the_provider() {
    set(Map.of("hosted", "true"));
    Reply made = pay(GOOD, "automatic");

    expire(made);

    within().until(() -> status(made).equals("canceled"));
    assertThat(florin.get("/v2/payments/" + made.text("/id")).text("/cancellation_reason"))
        .isEqualTo("abandoned");
    provider.payerActs(reference(made), true);
    assertThat(provider.net(reference(made))).isZero();
  }

  @Test
  void after_an_hour_a_payment_that_was_just_paid_does_not_end() {
    set(Map.of("hosted", "true"));
    Reply made = pay(GOOD, "automatic");
    florin.update(
        "UPDATE attempt SET version = version + 1, due_at = now() + interval '1 day' WHERE id = ?",
        id(made));
    provider.payerActs(reference(made), true);

    expire(made);

    within().until(() -> status(made).equals("succeeded"));
  }

  @Test
  void a_disabled_connector_completes_its_open_operations() {
    Instance instance = set(Map.of("hosted", "true"));
    Reply made = pay(GOOD, "automatic");
    ProviderInstances.set(florin, instance, Status.DISABLED);
    within().until(() -> pay(GOOD, "automatic").text("/outcome/connector").equals("simulator"));

    provider.payerActs(reference(made), true);

    within().until(() -> status(made).equals("succeeded"));
  }

  @Test
  void a_capture_that_cannot_be_queried_is_sent_again_and_executed_once() {
    set(Map.of("captures_by_repetition", "true"));
    Reply made = pay(GOOD, "manual");
    int before = provider.count("capture");
    provider.fail("/capture", Fault.ANSWER_LOST);

    florin.post("/v2/payments/" + made.text("/id") + "/capture", "{\"amount\": 400}");

    within().until(() -> status(made).equals("succeeded"));
    assertThat(provider.count("capture")).isEqualTo(before + 1);
    assertThat(provider.net(reference(made))).isEqualTo(400);
  }

  @Test
  void an_operation_that_may_still_arrive_is_reversed_later_under_one_reference() {
    set(Map.of());
    provider.fail("/confirm", Fault.NEVER_ARRIVES);
    Reply made = pay(GOOD, "automatic");
    awaitLooks(made, 2);
    assertThat(status(made)).isEqualTo("processing");
    int before = provider.count("cancel");
    provider.fail("/cancel", Fault.ANSWER_LOST);

    ahead.set(Duration.ofSeconds(91));

    within().until(() -> status(made).equals("failed"));
    assertThat(provider.count("cancel")).isEqualTo(before + 1);
    assertThat(provider.net(reference(made))).isZero();
  }

  @Test
  void a_crash_between_request_and_response_is_resolved_after_the_restart() {
    set(Map.of());
    TestApp dying =
        florin.openAnotherNode(step -> {
          if (step == Step.CALLED) {
            throw new SimulatedCrash(step);
          }
        });
    within()
        .until(() -> !florin.query("SELECT id FROM connector WHERE status = 'enabled'").isEmpty());
    try {
      dying.post("/v2/payments", body(GOOD, "automatic"), "crashes");
    } catch (RuntimeException died) {
      assertThat(dying.isDead()).isTrue();
    }
    assertThat(dying.awaitCrash(Duration.ofSeconds(60))).isTrue();

    assertThat(
            florin.query(
                "SELECT (due_at - created_at BETWEEN interval '31 seconds' AND interval '33 seconds')::text FROM attempt WHERE status = 'begun' AND created_at > now() - interval '1 minute' ORDER BY id DESC LIMIT 1"))
        .as("the lease is the connector's deadline plus 7 s")
        .containsExactly("true");

    try (TestApp next = dying.reopen()) {
      Reply repeated = next.post("/v2/payments", body(GOOD, "automatic"), "crashes");

      within()
          .until(() ->
              next.get("/v2/payments/" + repeated.text("/id")).text("/status").equals("succeeded"));
      assertThat(provider.net(reference(repeated))).isEqualTo(1000);
    }
  }
}
