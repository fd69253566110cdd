package florin.drill;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.Drills;
import florin.testing.Reconciliation;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * Sends many concurrent requests for the money of one payment, a hundred in the drills. Florin
 * never refunds, captures or releases more than the payment has. Every response is 200, 400, 409 or
 * 503. A machine that is too busy to check for revoked keys within a second rejects some requests
 * with 503. Florin has then done nothing, which the totals prove.
 *
 * <p>{@code -Dcrowd.payments=1000} repeats the test with that many payments.
 */
@TestInstance(Lifecycle.PER_CLASS)
class TrafficClassTest {
  private static final int CROWD = Drills.areAsked() ? 100 : 33;
  private static final int PAYMENTS = Integer.getInteger("crowd.payments", 2);
  private static final long AMOUNT = 1000;

  /** A third of the requests fit into the amount: of a hundred, 33 requests for 30 are 990. */
  private static final long PART = AMOUNT / (CROWD / 3);

  private static final String GOOD = "4242424242424242";

  private TestApp app;
  private TestApp other;

  @BeforeAll
  void open() {
    app = TestApp.openWithTwoCommitters();
    other = app.openAnotherNode();
  }

  @AfterAll
  void close() {
    Reconciliation found = Drill.reconcile(app);
    other.close();
    app.close();
    assertThat(found.payments()).isNotEmpty();
  }

  @Test
  void refunds_of_a_part_give_back_no_cent_too_much() throws Exception {
    for (int i = 0; i < PAYMENTS; i++) {
      String payment = authorize("automatic");
      List<Reply> replies = crowd(_ -> () -> refund(app, payment));
      assertRefunded(payment, replies);
      // A request that got 503 may have been one for which money was left.
      assertThat(CROWD - count(replies, 400)).isGreaterThanOrEqualTo(AMOUNT / PART);
    }
  }

  @Test
  void refunds_through_two_nodes_give_back_no_cent_too_much() throws Exception {
    for (int i = 0; i < PAYMENTS; i++) {
      String payment = authorize("automatic");
      assertRefunded(payment, crowd(n -> () -> refund(n % 2 == 0 ? app : other, payment)));
    }
  }

  @Test
  void one_of_many_captures_and_cancels_is_executed() throws Exception {
    for (int i = 0; i < PAYMENTS; i++) {
      String captured = authorize("manual");
      assertThat(count(crowd(_ -> () -> ask(captured, "capture")), 200)).isOne();
      String canceled = authorize("manual");
      assertThat(count(crowd(_ -> () -> ask(canceled, "cancel")), 200)).isOne();
    }
  }

  @Test
  void concurrent_captures_cancels_and_refunds_keep_the_ledgers_equal() throws Exception {
    for (int i = 0; i < PAYMENTS; i++) {
      String payment = authorize("manual");
      crowd(n ->
          switch (n % 4) {
            case 0 -> () -> ask(payment, "capture");
            case 1 -> () -> ask(payment, "cancel");
            default -> () -> refund(app, payment);
          });
      assertThat(app.get("/v2/payments/" + payment).text("/status")).isIn("succeeded", "canceled");
    }
  }

  private static List<Reply> crowd(IntFunction<Callable<Reply>> request) throws Exception {
    List<Callable<Reply>> requests = IntStream.range(0, CROWD).mapToObj(request).toList();
    var replies = new ArrayList<Reply>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Reply> reply : threads.invokeAll(requests)) {
        replies.add(reply.get());
      }
    }
    assertThat(replies).allMatch(reply -> List.of(200, 400, 409, 503).contains(reply.status()));
    return replies;
  }

  private String authorize(String captureMethod) {
    String body =
        TestApp.payment(AMOUNT, GOOD)
            .replaceFirst("\\{", "{\"capture_method\": \"" + captureMethod + "\", ");
    return app.post("/v2/payments", body).text("/id");
  }

  private Reply ask(String payment, String what) {
    return app.post("/v2/payments/" + payment + "/" + what, "{}");
  }

  private static Reply refund(TestApp at, String payment) {
    return at.post("/v2/refunds", "{\"payment\": \"%s\", \"amount\": %d}".formatted(payment, PART));
  }

  /** Asserts that exactly the requests with a 200 were refunded; pending refunds follow later. */
  private void assertRefunded(String payment, List<Reply> replies) {
    long pending = replies.stream().filter(TrafficClassTest::isPending).count();
    long all = count(replies, 200) * PART;
    assertThat(refunded(payment)).isBetween(all - pending * PART, all);
    Drill.within(Drill.PATIENCE).until(() -> refunded(payment) == all);
  }

  private static boolean isPending(Reply reply) {
    return reply.status() == 200 && reply.text("/status").equals("pending");
  }

  private static long count(List<Reply> replies, int status) {
    return replies.stream().filter(reply -> reply.status() == status).count();
  }

  private long refunded(String payment) {
    return app.get("/v2/payments/" + payment).number("/amount_refunded");
  }
}
