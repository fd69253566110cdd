package florin.testing.provider;

import static org.awaitility.Awaitility.await;

import florin.app.App.Networks;
import florin.connector.instance.Instance;
import florin.core.Id.AttemptId;
import florin.payment.execution.CrashPoint;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The base of tests with an account whose payments go to a {@link Provider}. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class WithProvider {
  static final String GOOD = "4242424242424242";
  static final String PENDING = "4000000000840118";

  final Provider provider = new Provider();
  final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
  private final InstantSource clock = () -> Instant.now().plus(ahead.get());
  final Networks networks =
      new Networks(UnaryOperator.identity(), List.of(new ProviderKind(clock)));
  TestApp florin = TestApp.open(CrashPoint.NONE, networks);

  @AfterEach
  void forget() {
    ahead.set(Duration.ZERO);
    florin.update("UPDATE connector SET status = 'disabled'");
    florin.update("UPDATE key_epoch SET epoch = epoch + 1");
  }

  @AfterAll
  void close() {
    florin.close();
    provider.close();
  }

  final Instance set(Map<String, String> settings) {
    Instance instance = ProviderInstances.add(florin, provider, settings);
    within()
        .until(() ->
            pay(GOOD, "manual")
                .json()
                .at("/outcome/connector_id")
                .asString()
                .equals(instance.id().text()));
    return instance;
  }

  final Reply pay(String card, String captureMethod) {
    return florin.post("/v2/payments", body(card, captureMethod));
  }

  static String body(String card, String captureMethod) {
    return """
    {"amount": 1000, "currency": "eur", "capture_method": "%s", "payment_method": {"type": "card",
        "card": {"number": "%s", "exp_month": 12, "exp_year": 2040, "cvc": "123"}}}\
    """
        .formatted(captureMethod, card);
  }

  final Reply send(Instance instance, Reply payment) {
    String body = provider.webhook("evt_" + UUID.randomUUID(), reference(payment), "changed");
    return florin
        .client()
        .send(
            florin
                .client()
                .request("/connectors/" + instance.webhookToken() + "/webhooks")
                .header("Provider-Signature", Provider.sign(body, Instant.now()))
                .POST(BodyPublishers.ofString(body))
                .build());
  }

  /** Postpones the next inquiry of a payment by a day. */
  final void restUntilNudged(Reply payment) {
    florin.update(
        "UPDATE attempt SET version = version + 1, due_at = now() + interval '1 day' WHERE id = ?",
        id(payment));
  }

  final void expire(Reply payment) {
    florin.update(
        "UPDATE attempt SET version = version + 1, due_at = now(), expires_at = now() WHERE id = ?",
        id(payment));
  }

  final void awaitLooks(Reply payment, int more) {
    awaitLooks(id(payment), more);
  }

  final void awaitLooks(UUID attempt, int more) {
    int before = checked(attempt);
    within().until(() -> checked(attempt) >= before + more);
  }

  final int checked(UUID attempt) {
    return Integer.parseInt(
        florin.query("SELECT checked::text FROM attempt WHERE id = ?", attempt).getFirst());
  }

  /** Returns the payment's row, including its version, and the number of its events. */
  final String stands(Reply payment) {
    return florin
        .query(
            "SELECT (p.*)::text || (SELECT count(*) FROM event e WHERE e.object_id = p.id) FROM payment p WHERE p.id = (SELECT payment_id FROM attempt WHERE id = ?)",
            id(payment))
        .getFirst();
  }

  final String status(Reply payment) {
    return florin.get("/v2/payments/" + payment.text("/id")).text("/status");
  }

  /** Makes an inquiry due, although Florin waits for nothing. */
  final void lookAgain(Reply made) {
    florin.update(
        "UPDATE attempt SET version = version + 1, due_at = now() WHERE id = ?", id(made));
  }

  final UUID id(Reply payment) {
    return AttemptId.KIND.parse(reference(payment)).orElseThrow().uuid();
  }

  final String reference(Reply payment) {
    return florin
        .get("/v2/payments/" + payment.text("/id") + "?expand%5B%5D=attempts")
        .text("/attempts/0/id");
  }

  static ConditionFactory within() {
    return await().pollInterval(Duration.ofMillis(25)).atMost(Duration.ofSeconds(60));
  }
}
