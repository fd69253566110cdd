package florin.payment.challenge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Id.PaymentId;
import florin.payment.execution.CrashPoint.Step;
import florin.testing.Reconciliation;
import florin.testing.Reply;
import florin.testing.TakesLong;
import florin.testing.TestApp;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Actions at the wrong moment: too late, repeated, or during another operation. */
@TakesLong
@Execution(ExecutionMode.CONCURRENT)
class ChallengeTimesTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String CHALLENGED = "4000000000003220";

  @Test
  void an_action_that_no_payer_takes_is_abandoned_after_exactly_an_hour() {
    try (TestApp app = TestApp.open()) {
      Reply early = make(app);
      Reply late = make(app);
      letTimePass(app, early, Duration.ofMinutes(59));
      letTimePass(app, late, Duration.ofMinutes(61));

      await().atMost(SOON).until(() -> status(app, late).equals("canceled"));
      Reply canceled = retrieve(app, late);
      assertThat(canceled.text("/cancellation_reason")).isEqualTo("abandoned");
      assertThat(canceled.has("/next_action")).isFalse();
      assertThat(status(app, early)).isEqualTo("requires_action");
      assertThat(press(app, late, "complete").status()).isEqualTo(303);
      assertThat(status(app, late)).isEqualTo("canceled");
    }
  }

  @Test
  void a_payment_that_progressed_is_not_abandoned() {
    try (TestApp app = TestApp.open()) {
      Reply made = make(app);
      press(app, made, "complete");
      letTimePass(app, made, Duration.ofMinutes(61));

      await()
          .atMost(SOON)
          .until(() -> app.query("SELECT id FROM attempt WHERE due_at IS NOT NULL").isEmpty());
      assertThat(status(app, made)).isEqualTo("succeeded");
    }
  }

  @Test
  void the_hour_does_not_end_an_action_whose_response_is_in_progress() throws Exception {
    var acting = new AtomicBoolean();
    var reached = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    TestApp app =
        TestApp.open(step -> {
          if (step == Step.BEGUN && acting.get()) {
            reached.countDown();
            awaitQuietly(goOn);
          }
        });
    try (app) {
      Reply made = make(app);
      acting.set(true);
      var pressed = CompletableFuture.supplyAsync(() -> press(app, made, "complete"));
      assertThat(reached.await(60, TimeUnit.SECONDS)).isTrue();
      app.update(
          "UPDATE attempt SET due_at = due_at - interval '61 minutes', expires_at = expires_at - interval '61 minutes' WHERE operation = 'authorize'");
      await()
          .atMost(SOON)
          .until(() ->
              !app.query("SELECT id FROM attempt WHERE operation = 'authorize' AND checked > 0")
                  .isEmpty());
      assertThat(status(app, made)).isEqualTo("requires_action");
      assertThat(get(app, made).body()).contains("Your confirmation was sent to your bank.");
      goOn.countDown();

      assertThat(pressed.join().status()).isEqualTo(303);
      assertThat(status(app, made)).isEqualTo("succeeded");
    }
  }

  /** The first action decides, and every later page shows the same outcome. */
  @Test
  void many_concurrent_actions_on_two_nodes_have_one_outcome() {
    try (TestApp one = TestApp.open();
        TestApp other = one.openAnotherNode();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 8; i++) {
        Reply made = make(one);
        List<CompletableFuture<Reply>> pressed = new ArrayList<>();
        for (String button : List.of("complete", "fail", "abandon")) {
          for (TestApp node : List.of(one, other)) {
            pressed.add(CompletableFuture.supplyAsync(() -> press(node, made, button), threads));
          }
        }
        assertThat(pressed).allSatisfy(reply -> assertThat(reply.join().status()).isIn(303, 409));
        assertThat(one.get("/v2/events?object_id=" + made.text("/id")).texts("/data", "type"))
            .hasSize(3)
            .element(0)
            .isIn("payment.succeeded", "payment.failed", "payment.canceled");
      }
      await().atMost(SOON).until(() -> Reconciliation.isAtRest(one.database()));
      Reconciliation.of(one.database()).assertHolds();
    }
  }

  @Test
  void without_the_security_code_the_authorization_continues_on_another_node() {
    try (TestApp one = TestApp.open();
        TestApp other = one.openAnotherNode()) {
      Reply made = make(one);

      assertThat(press(other, made, "complete").status()).isEqualTo(303);
      assertThat(status(one, made)).isEqualTo("succeeded");
    }
  }

  private static Reply make(TestApp app) {
    Reply made = app.post("/v2/payments", TestApp.payment(1000, CHALLENGED));
    assertThat(made.text("/status")).isEqualTo("requires_action");
    return made;
  }

  private static Reply retrieve(TestApp app, Reply payment) {
    return app.get("/v2/payments/" + payment.text("/id"));
  }

  private static String status(TestApp app, Reply payment) {
    return retrieve(app, payment).text("/status");
  }

  private static Reply press(TestApp app, Reply payment, String button) {
    return app.client()
        .send(
            app.client()
                .request(path(payment) + "/" + button)
                .POST(BodyPublishers.noBody())
                .build());
  }

  private static Reply get(TestApp app, Reply payment) {
    return app.get(path(payment));
  }

  private static String path(Reply payment) {
    return URI.create(payment.text("/next_action/redirect_to_url/url")).getPath();
  }

  private static void letTimePass(TestApp app, Reply payment, Duration time) {
    app.update(
        "UPDATE attempt SET due_at = due_at - ?::interval, expires_at = expires_at - ?::interval WHERE payment_id = ? AND due_at IS NOT NULL",
        time.toString(),
        time.toString(),
        PaymentId.KIND.parse(payment.text("/id")).orElseThrow().uuid());
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
