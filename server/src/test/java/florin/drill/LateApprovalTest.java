package florin.drill;

import static org.assertj.core.api.Assertions.assertThat;

import florin.payment.execution.CrashPoint.Step;
import florin.testing.Reconciliation;
import florin.testing.Reconciliation.Payment;
import florin.testing.SimulatedCrash;
import florin.testing.TestApp;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An approval that arrives a second after Florin gave up and reversed the payment. Whenever the
 * process crashes, the payment fails and the payer has paid nothing.
 */
@Tag("drill")
@Execution(ExecutionMode.CONCURRENT)
class LateApprovalTest {
  private static final String BODY = TestApp.payment(1000, "4000000000840035");
  private static final Duration SOON = Drill.PATIENCE;

  /** At the second inquiry, the attempt is already reversed, and Florin only watches it. */
  @ParameterizedTest
  @CsvSource({"TAKEN, 1", "INQUIRED, 1", "REVERSED, 1", "TAKEN, 2", "INQUIRED, 2", "INQUIRED, 3"})
  void a_late_approval_across_a_restart_is_undone(Step step, int nth) {
    TestApp dead = TestApp.open(SimulatedCrash.at(step, nth));
    assertThat(dead.post("/v2/payments", BODY).text("/status")).isEqualTo("processing");
    assertThat(dead.awaitCrash(SOON)).isTrue();

    try (TestApp app = dead.reopen()) {
      assertFailedAndUndone(Drill.reconcile(app));
    }
  }

  @Test
  void a_late_approval_is_reversed_even_after_a_restart() {
    TestApp dead = TestApp.open(SimulatedCrash.at(Step.REVERSED));
    dead.post("/v2/payments", BODY);
    assertThat(dead.awaitCrash(SOON)).isTrue();
    Drill.within(SOON).until(() -> dead.book().getFirst().approved());

    try (TestApp app = dead.reopen()) {
      assertFailedAndUndone(Drill.reconcile(app));
    }
  }

  /**
   * A node pauses after its inquiry, and other nodes resolve the payment meanwhile. When the node
   * continues, it must not act on the outdated response.
   */
  @Test
  void a_paused_node_reverts_no_operation_that_others_have_resolved() throws Exception {
    var heard = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var first = new AtomicBoolean(true);
    TestApp slow =
        TestApp.open(step -> {
          if (step == Step.INQUIRED && first.getAndSet(false)) {
            heard.countDown();
            awaitQuietly(goOn);
          }
        });
    try (slow) {
      slow.post("/v2/payments", BODY);
      assertThat(heard.await(60, TimeUnit.SECONDS)).isTrue();

      Drill.passLease(slow);
      TestApp second = slow.openAnotherNode(SimulatedCrash.at(Step.REVERSED));
      assertThat(second.awaitCrash(SOON)).isTrue();
      Drill.within(SOON).until(() -> slow.book().getFirst().approved());
      try (TestApp third = second.reopen()) {
        Drill.within(SOON).until(() -> Drill.isFinal(third));
      }
      goOn.countDown(); // closing the node lets it do what it was about to do
    }

    try (TestApp app = slow.reopen()) {
      Drill.reconcile(app);
    }
  }

  private static void assertFailedAndUndone(Reconciliation found) {
    assertThat(found.payments()).extracting(Payment::status).containsExactly("failed");
    assertThat(found.net()).isZero();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
