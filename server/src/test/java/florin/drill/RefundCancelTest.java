package florin.drill;

import static org.assertj.core.api.Assertions.assertThat;

import florin.payment.execution.CrashPoint.Step;
import florin.testing.Reply;
import florin.testing.SimulatedCrash;
import florin.testing.TestApp;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Florin cancels a refund only if the network confirms that it doesn't have it. */
class RefundCancelTest {
  private static final Duration SOON = Drill.PATIENCE;
  private static final String KEY = "refund-1";
  private static final String CANCEL_KEY = "cancel-1";

  @Test
  void a_refund_that_was_never_sent_is_canceled_and_releases_its_amount() {
    TestApp dead = crashAt(Step.BEGUN);
    try (TestApp app = dead.openAnotherNode()) {
      String payment = app.get("/v2/payments").texts("/data", "id").getFirst();
      String refund = app.get("/v2/refunds").texts("/data", "id").getFirst();
      assertThat(app.get("/v2/refunds/" + refund).text("/status")).isEqualTo("pending");

      Reply canceled = app.post("/v2/refunds/" + refund + "/cancel", "{}", CANCEL_KEY);
      assertThat(canceled.status()).as(canceled.body()).isEqualTo(200);
      assertThat(canceled.text("/status")).isEqualTo("canceled");
      assertThat(app.get("/v2/refunds/" + refund).body()).isEqualTo(canceled.body());
      Reply again = app.post("/v2/refunds/" + refund + "/cancel", "{}", CANCEL_KEY);
      assertThat(again.isReplay()).isTrue();
      assertThat(again.body()).isEqualTo(canceled.body());
      Reply refused = app.post("/v2/refunds/" + refund + "/cancel", "{}");
      assertThat(refused.text("/error/code")).isEqualTo("refund_unexpected_state");
      assertThat(post(app, payment).body()).isEqualTo(canceled.body());

      Reply other = app.post("/v2/refunds", "{\"payment\": \"" + payment + "\"}");
      assertThat(other.number("/amount")).isEqualTo(1000);
      assertThat(Drill.reconcile(app).net()).isZero();
    }
  }

  @Test
  void a_refund_that_arrived_is_finished_instead() {
    TestApp dead = crashAt(Step.CALLED);
    try (TestApp app = dead.openAnotherNode()) {
      String refund = app.get("/v2/refunds").texts("/data", "id").getFirst();

      Reply refused = app.post("/v2/refunds/" + refund + "/cancel", "{}", CANCEL_KEY);
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.text("/error/code")).isEqualTo("refund_unexpected_state");
      assertThat(app.get("/v2/refunds/" + refund).text("/status")).isEqualTo("succeeded");
      assertThat(Drill.reconcile(app).net()).isEqualTo(600);
    }
  }

  /** The network has closed the reference, so it rejects a refund that is sent afterwards. */
  @Test
  void a_node_paused_before_sending_cannot_send_a_refund_canceled_in_the_meantime()
      throws Exception {
    var begun = new CountDownLatch(1);
    var released = new CountDownLatch(1);
    var seen = new AtomicInteger();
    try (TestApp slow =
            TestApp.open(step -> {
              if (step == Step.BEGUN && seen.incrementAndGet() == 2) {
                begun.countDown();
                await(released);
              }
            });
        TestApp other = slow.openAnotherNode()) {
      String payment = pay(slow);
      var answer = CompletableFuture.supplyAsync(() -> post(slow, payment));
      await(begun);
      keepFromRecovery(other);
      String refund = other.get("/v2/refunds").texts("/data", "id").getFirst();
      Reply canceled = other.post("/v2/refunds/" + refund + "/cancel", "{}");
      assertThat(canceled.text("/status")).isEqualTo("canceled");

      released.countDown();
      assertThat(answer.get(SOON.toSeconds(), TimeUnit.SECONDS).text("/status"))
          .isEqualTo("canceled");
      assertThat(Drill.reconcile(other).net()).isEqualTo(1000);
    } finally {
      released.countDown();
    }
  }

  private static TestApp crashAt(Step step) {
    TestApp life = TestApp.open(SimulatedCrash.at(step, 2));
    String payment = pay(life);
    try {
      post(life, payment);
    } catch (UncheckedIOException noAnswer) {
      assertThat(life.awaitCrash(SOON)).isTrue();
    }
    assertThat(life.awaitCrash(SOON)).isTrue();
    keepFromRecovery(life);
    return life;
  }

  /** Restarts the lease, so that recovery ignores the refund during the test. */
  private static void keepFromRecovery(TestApp app) {
    assertThat(
            app.update(
                "UPDATE attempt SET due_at = now() + interval '1 hour' WHERE operation = 'refund'"))
        .isEqualTo(1);
  }

  private static String pay(TestApp app) {
    return app.post("/v2/payments", TestApp.payment(1000, "4242424242424242")).payment();
  }

  private static Reply post(TestApp app, String payment) {
    return app.post("/v2/refunds", "{\"payment\": \"" + payment + "\", \"amount\": 400}", KEY);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException interrupted) {
      throw new AssertionError("interrupted", interrupted);
    }
  }
}
