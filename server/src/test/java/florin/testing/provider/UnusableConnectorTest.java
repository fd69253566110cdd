package florin.testing.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.app.App.Networks;
import florin.connector.instance.Instance;
import florin.connector.instance.Instance.Status;
import florin.core.Id.AttemptId;
import florin.core.Mode;
import florin.core.Realm;
import florin.payment.execution.CrashPoint;
import florin.testing.Reply;
import florin.testing.SpecialKeys;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The responses to merchants and providers while Florin can't open an enabled connector. */
@TestInstance(Lifecycle.PER_CLASS)
class UnusableConnectorTest {
  private static final String HELD =
      """
      {"amount": 1000, "currency": "eur", "capture_method": "manual", "payment_method": {"type": "card",
          "card": {"number": "4242424242424242", "exp_month": 12, "exp_year": 2040, "cvc": "123"}}}\
      """;

  private final Provider provider = new Provider();
  private final TestApp florin =
      TestApp.open(
          CrashPoint.NONE,
          new Networks(
              UnaryOperator.identity(), List.of(new ProviderKind(InstantSource.system()))));

  @AfterAll
  void close() {
    florin.close();
    provider.close();
  }

  @Test
  void its_operations_return_503_until_it_is_fixed_and_go_to_no_other_connector() {
    Instance instance = ProviderInstances.add(florin, provider, Map.of());
    within().until(() -> connectorOf(florin.post("/v2/payments", HELD)).equals("test_provider"));
    Reply held = florin.post("/v2/payments", HELD);
    String path = "/v2/payments/" + held.text("/id");
    UUID attempt =
        AttemptId.KIND
            .parse(florin.get(path + "?expand%5B%5D=attempts").text("/attempts/0/id"))
            .orElseThrow()
            .uuid();
    seal("9.AAAA");
    within().until(() -> florin.post("/v2/payments", HELD).status() == 503);
    List<String> before = provider.requests();

    Reply refused = florin.post("/v2/payments", HELD, "held-again");
    assertThat(refused.text("/error/code")).isEqualTo("connector_unavailable");
    assertThat(refused.header("Retry-After")).contains("5");
    assertUnavailable(florin.post(path + "/capture", "{}", "captured-later"));
    assertUnavailable(florin.post(path + "/cancel", "{}"));
    assertUnavailable(webhook(instance));
    florin.update(
        "UPDATE attempt SET version = version + 1, due_at = now(), checked = 0 WHERE id = ?",
        attempt);
    within()
        .until(() ->
            florin
                .query("SELECT (checked > 0)::text FROM attempt WHERE id = ?", attempt)
                .equals(List.of("true")));
    assertThat(florin.get(path).text("/status")).isEqualTo("requires_capture");
    assertThat(provider.requests()).isEqualTo(before);

    seal(instance.sealed().orElseThrow());
    within().until(() -> florin.post("/v2/payments", HELD, "held-again").status() == 200);
    assertThat(connectorOf(florin.post("/v2/payments", HELD, "held-again")))
        .isEqualTo("test_provider");
    Reply captured = florin.post(path + "/capture", "{}", "captured-later");
    assertThat(captured.text("/status")).isEqualTo("succeeded");
  }

  @Test
  void a_payment_method_is_replayed_under_its_key_after_the_connector_stopped_accepting_cards() {
    String card =
        "{\"type\": \"card\", \"card\": {\"number\": \"4242424242424242\", \"exp_month\": 12, \"exp_year\": 2040}}";
    SpecialKeys keys = SpecialKeys.ofNewAccount(florin);
    Realm realm = keys.account().realm(Mode.LIVE);
    Instance instance = ProviderInstances.add(florin, provider, realm, Map.of());
    try (var merchant = new TestClient(florin.app().port(), keys.live())) {
      within().until(() -> merchant.post("/v2/payment_methods", card).status() == 200);
      Reply made = merchant.post("/v2/payment_methods", card, "kept");

      ProviderInstances.set(florin, instance, Status.DISABLED);
      within().until(() -> merchant.post("/v2/payment_methods", card).status() == 400);

      Reply again = merchant.post("/v2/payment_methods", card, "kept");
      assertThat(again.isReplay()).as(again.body()).isTrue();
      assertThat(again.body()).isEqualTo(made.body());
      Reply wrong = merchant.post("/v2/payment_methods", card.replace("2040", "2041"), "kept");
      assertThat(wrong.text("/error/code")).isEqualTo("idempotency_key_reused");
    }
  }

  private static void assertUnavailable(Reply reply) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(503);
    assertThat(reply.text("/error/code")).isEqualTo("connector_unavailable");
  }

  private static String connectorOf(Reply payment) {
    return payment.text("/outcome/connector");
  }

  private Reply webhook(Instance instance) {
    return florin
        .client()
        .send(
            florin
                .client()
                .request("/connectors/" + instance.webhookToken() + "/webhooks")
                .POST(BodyPublishers.ofString("kind=x\n"))
                .build());
  }

  private void seal(String sealed) {
    florin.update("UPDATE connector SET secret_sealed = ?", sealed);
    florin.update("UPDATE key_epoch SET epoch = epoch + 1");
  }

  private static ConditionFactory within() {
    return await().pollInterval(Duration.ofMillis(25)).atMost(Duration.ofSeconds(60));
  }
}
