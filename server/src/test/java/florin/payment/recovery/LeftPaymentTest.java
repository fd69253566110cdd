package florin.payment.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import florin.app.App.Networks;
import florin.connector.Connector;
import florin.connector.Inquiry;
import florin.connector.OperationKind;
import florin.connector.Outcome;
import florin.payment.execution.CrashPoint.Step;
import florin.testing.Reply;
import florin.testing.SimulatedCrash;
import florin.testing.TestApp;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;

/**
 * A payment whose process died during the call, and whose outcome stays open. The first inquiry
 * announces the payment, as the request would have done.
 */
class LeftPaymentTest {
  private static final String BODY = TestApp.payment(1000, "4242424242424242");
  private static final String KEY = "order-1";
  private static final List<String> TOLD = List.of("payment.processing", "payment.created");

  /** The result of each inquiry; empty for the network's own. */
  private final AtomicReference<Optional<Inquiry>> report = new AtomicReference<>();

  private final AtomicBoolean losesReversals = new AtomicBoolean();
  private final Networks networks = new Networks(this::before, List.of());

  @Test
  void a_payment_that_the_network_still_processes_is_announced_and_its_response_stored() {
    report.set(Optional.of(new Inquiry.Found(new Outcome.Pending())));
    try (TestApp app = dieWith(KEY).reopen()) {
      within().untilAsserted(() -> assertThat(events(app)).isEqualTo(TOLD));

      Reply repeated = app.post("/v2/payments", BODY, KEY);

      assertThat(repeated.isReplay()).as(repeated.body()).isTrue();
      assertThat(repeated.text("/status")).isEqualTo("processing");
      assertSucceedsWhenReported(app);
    }
  }

  @Test
  void a_payment_whose_network_is_unreachable_is_announced_and_left_to_its_repetition_at_first() {
    report.set(Optional.of(new Inquiry.Unreachable("the line is down")));
    try (TestApp app = dieWith(KEY).reopen()) {
      within().untilAsserted(() -> assertThat(events(app)).isEqualTo(TOLD));
      assertThat(answers(app)).isEmpty();

      app.update(
          "UPDATE attempt SET created_at = created_at - interval '31 seconds', due_at = now(), version = version + 1");
      within().until(() -> answers(app).size() == 1);

      assertThat(app.post("/v2/payments", BODY, KEY).text("/status")).isEqualTo("processing");
      assertThat(events(app)).isEqualTo(TOLD);
      assertSucceedsWhenReported(app);
    }
  }

  @Test
  void a_payment_whose_reversal_is_not_acknowledged_is_announced() {
    report.set(Optional.of(new Inquiry.Absent()));
    losesReversals.set(true);
    try (TestApp app = dieWith("").reopen()) {
      within().untilAsserted(() -> assertThat(events(app)).isEqualTo(TOLD));

      losesReversals.set(false);

      within().until(() -> app.get("/v2/payments").texts("/data", "status").contains("failed"));
      assertThat(events(app))
          .containsExactly("payment.failed", "payment.processing", "payment.created");
    }
  }

  private void assertSucceedsWhenReported(TestApp app) {
    report.set(Optional.empty());
    app.update("UPDATE attempt SET due_at = now(), version = version + 1");
    within().until(() -> app.get("/v2/payments").texts("/data", "status").contains("succeeded"));
    assertThat(events(app))
        .containsExactly("payment.succeeded", "payment.processing", "payment.created");
  }

  private TestApp dieWith(String key) {
    TestApp life = TestApp.open(SimulatedCrash.at(Step.CALLED), networks);
    assertThatThrownBy(
            () -> {
              if (key.isEmpty()) {
                life.post("/v2/payments", BODY);
              } else {
                life.post("/v2/payments", BODY, key);
              }
            })
        .isInstanceOf(UncheckedIOException.class);
    assertThat(life.awaitCrash(Duration.ofSeconds(60))).isTrue();
    return life;
  }

  private Connector before(Connector network) {
    return (Connector)
        Proxy.newProxyInstance(
            LeftPaymentTest.class.getClassLoader(),
            new Class<?>[] {Connector.class},
            (_, method, arguments) -> {
              if (method.getName().equals("inquire") && report.get().isPresent()) {
                return report.get().get();
              }
              if (method.getName().equals("followUp")
                  && arguments[0] == OperationKind.CANCEL
                  && losesReversals.get()) {
                return new Outcome.Unknown("the line is down");
              }
              try {
                return method.invoke(network, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  private static List<String> events(TestApp app) {
    return app.get("/v2/events").texts("/data", "type");
  }

  /** Returns the idempotency records with a response. */
  private static List<String> answers(TestApp app) {
    return app.query("SELECT id::text FROM idempotency WHERE status IS NOT NULL");
  }

  private static ConditionFactory within() {
    return await()
        .dontCatchUncaughtExceptions()
        .pollInterval(Duration.ofMillis(50))
        .atMost(Duration.ofSeconds(30));
  }
}
