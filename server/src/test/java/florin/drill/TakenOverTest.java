package florin.drill;

import static org.assertj.core.api.Assertions.assertThat;

import florin.app.App.Networks;
import florin.connector.Capabilities;
import florin.connector.Capabilities.Repetition;
import florin.connector.Capabilities.Timing;
import florin.connector.Connector;
import florin.connector.OperationKind;
import florin.connector.Outcome;
import florin.connector.simulator.Simulator;
import florin.payment.execution.CrashPoint;
import florin.payment.execution.CrashPoint.Step;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A process that pauses between its begin and its network call, and continues after its lease. */
class TakenOverTest {
  private static final String GOOD = "4242424242424242";
  private static final String KEY = "order-1";

  private final AtomicBoolean isArmed = new AtomicBoolean();
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicBoolean isLineDown = new AtomicBoolean();
  private final AtomicInteger authorizations = new AtomicInteger();
  private final AtomicReference<Timing> timing = new AtomicReference<>(Simulator.TIMING);
  private final AtomicReference<Repetition> repetition = new AtomicReference<>(Repetition.NONE);
  private final Networks networks = new Networks(this::before, List.of());

  /**
   * The second process takes the refund over before recovery queries it, and can't reach the
   * network. Although the second process sends nothing, the first might still send the refund.
   */
  @Test
  void a_refund_that_another_process_reports_as_not_sent_is_not_sent_by_the_first()
      throws Exception {
    try (var slow = TestApp.open(probe(), networks);
        var other = slow.openAnotherNode()) {
      String payment = slow.post("/v2/payments", TestApp.payment(1000, GOOD)).text("/id");
      String body = "{\"payment\": \"%s\", \"amount\": 300}".formatted(payment);
      isArmed.set(true);
      CompletableFuture<Reply> first =
          CompletableFuture.supplyAsync(() -> slow.post("/v2/refunds", body, KEY));
      assertThat(reached.await(60, TimeUnit.SECONDS)).isTrue();
      leaveToRepetition(other);
      isLineDown.set(true);

      Reply second = other.post("/v2/refunds", body, KEY);
      isLineDown.set(false);
      end.countDown();

      assertThat(first.join().body()).isEqualTo(second.body());
      long refunded = other.get("/v2/payments/" + payment).json().at("/amount_refunded").asLong();
      assertThat(Drill.reconcile(other).net()).isEqualTo(1000 - refunded);
    }
  }

  /** The network may have forgotten the reference, and would refund a second time. */
  @Test
  void a_refund_that_is_too_old_to_be_sent_again_is_not_sent_by_its_repetition() throws Exception {
    repetition.set(new Repetition(Duration.ofHours(23), false));
    try (var slow = TestApp.open(probe(), networks);
        var other = slow.openAnotherNode()) {
      String payment = slow.post("/v2/payments", TestApp.payment(1000, GOOD)).text("/id");
      String body = "{\"payment\": \"%s\", \"amount\": 300}".formatted(payment);
      isArmed.set(true);
      CompletableFuture<Reply> first =
          CompletableFuture.supplyAsync(() -> slow.post("/v2/refunds", body, KEY));
      assertThat(reached.await(60, TimeUnit.SECONDS)).isTrue();
      slow.update(
          "UPDATE attempt SET created_at = created_at - interval '23 hours' WHERE operation = 'refund'");
      leaveToRepetition(other);

      Reply second = other.post("/v2/refunds", body, KEY);
      end.countDown();

      assertThat(second.text("/status")).isEqualTo("failed");
      assertThat(first.join().body()).isEqualTo(second.body());
      assertThat(Drill.reconcile(other).net()).isEqualTo(1000);
    }
  }

  /**
   * The lease leaves no time for a call and its commit, and recovery may already query the network.
   */
  @Test
  void a_payment_whose_lease_has_ended_is_not_requested() throws Exception {
    Timing usual = Simulator.TIMING;
    timing.set(
        new Timing(
            Duration.ofSeconds(1),
            usual.mayStillArrive(),
            usual.inquiryPause(),
            usual.changesMindWithin()));
    try (var slow = TestApp.open(probe(), networks)) {
      isArmed.set(true);
      CompletableFuture<Reply> first =
          CompletableFuture.supplyAsync(
              () -> slow.post("/v2/payments", TestApp.payment(1000, GOOD), KEY));
      assertThat(reached.await(60, TimeUnit.SECONDS)).isTrue();
      Drill.within(Drill.PATIENCE)
          .until(() ->
              !slow.query(
                      "SELECT id::text FROM attempt WHERE due_at < now() + interval '6900 milliseconds'")
                  .isEmpty());

      end.countDown();
      Drill.passLease(slow);

      assertThat(first.join().text("/status")).isEqualTo("succeeded");
      assertThat(authorizations.get()).as("by the repetition only").isEqualTo(1);
      assertThat(
              slow.query(
                  "SELECT status || ' ' || coalesce(resolved_by, '') FROM attempt ORDER BY id"))
          .containsExactly("abandoned retry", "approved answer");
    }
  }

  private CrashPoint probe() {
    return step -> {
      if (step == Step.BEGUN && isArmed.getAndSet(false)) {
        reached.countDown();
        try {
          assertThat(end.await(60, TimeUnit.SECONDS)).as("end of the pause").isTrue();
        } catch (InterruptedException interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    };
  }

  /** Lets only a repetition take the refund over, as if it came before the recovery loop. */
  private static void leaveToRepetition(TestApp app) {
    app.update(
        """
        UPDATE attempt
           SET node = '00000000-0000-0000-0000-000000000000',
               boot = '00000000-0000-0000-0000-000000000000',
               due_at = now() + interval '1 hour'
         WHERE operation = 'refund'
        """);
  }

  private Connector before(Connector network) {
    return (Connector)
        Proxy.newProxyInstance(
            TakenOverTest.class.getClassLoader(),
            new Class<?>[] {Connector.class},
            (_, method, arguments) -> {
              if (method.getName().equals("capabilities")) {
                Capabilities of = network.capabilities();
                return new Capabilities(
                    of.live(),
                    of.local(),
                    of.hosted(),
                    of.accepts(),
                    timing.get(),
                    repetition.get());
              }
              if (method.getName().equals("authorize")) {
                authorizations.incrementAndGet();
              }
              if (method.getName().equals("followUp")
                  && arguments[0] == OperationKind.REFUND
                  && isLineDown.get()) {
                return new Outcome.NotSent();
              }
              try {
                return method.invoke(network, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }
}
