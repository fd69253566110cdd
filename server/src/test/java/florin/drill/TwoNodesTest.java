package florin.drill;

import static org.assertj.core.api.Assertions.assertThat;

import florin.payment.execution.CrashPoint;
import florin.payment.execution.CrashPoint.Step;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Two nodes on one database that share nothing else. */
@Tag("drill")
@Execution(ExecutionMode.CONCURRENT)
class TwoNodesTest {
  private static final int PAYMENTS = 120;
  private static final int AT_ONCE = 24;
  private static final Duration SOON = Drill.PATIENCE;

  /**
   * Cards with and without a response, whose outcome arrives immediately, late, or through an
   * inquiry.
   */
  private static final List<String> CARDS =
      List.of(
          "4242424242424242",
          "4000000000000002",
          "4000000000840027",
          "4000000000840019",
          "4000000000840035",
          "4000000000840043",
          "4000000000840050",
          "4000000000840100",
          "4000000000840118",
          "4000000000840126");

  private final Executor threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore places = new Semaphore(AT_ONCE);

  /** A request that either node may get. */
  private record Order(int number) {
    String key() {
      return "order-" + number;
    }

    String body() {
      return TestApp.payment(100 + number, CARDS.get(number % CARDS.size()));
    }

    Reply sendTo(TestApp app) {
      return app.post("/v2/payments", body(), key());
    }
  }

  @Test
  void a_key_sent_to_both_nodes_concurrently_is_one_payment_with_one_response() {
    try (var one = TestApp.openWithTwoCommitters();
        var other = one.openAnotherNode()) {
      List<List<Reply>> answers =
          orders()
              .map(order -> List.of(sending(order, one), sending(order, other)))
              .toList()
              .stream()
              .map(both -> both.stream().map(CompletableFuture::join).toList())
              .toList();

      assertThat(answers)
          .allSatisfy(both -> {
            assertThat(both).allMatch(TwoNodesTest::isAnswer);
            assertThat(both).extracting(Reply::body).containsOnly(both.getFirst().body());
            assertThat(both).filteredOn(Reply::isReplay).hasSize(1);
          });
      assertThat(Drill.reconcile(one).payments()).hasSize(PAYMENTS);
    }
  }

  @Test
  void operations_of_a_node_that_dies_under_load_are_resolved_by_the_other() {
    var answered = new AtomicInteger();
    TestApp dying = TestApp.openWithTwoCommitters();
    try (var survivor = dying.openAnotherNode()) {
      List<CompletableFuture<Optional<Reply>>> first =
          orders()
              .map(order -> {
                TestApp node = order.number() % 2 == 0 ? dying : survivor;
                return sending(order, node)
                    .thenApply(reply -> answeredOne(reply, answered, dying))
                    .exceptionally(TwoNodesTest::noAnswer);
              })
              .toList();
      List<Optional<Reply>> answers = first.stream().map(CompletableFuture::join).toList();
      assertThat(dying.isDead()).isTrue();

      Drill.passLease(survivor);
      Drill.within(Drill.PATIENCE).until(() -> hasNothingOf(dying, survivor));
      for (Order order : orders().toList()) {
        Reply repeated = order.sendTo(survivor);
        assertThat(repeated).matches(TwoNodesTest::isAnswer, repeated.body());
        answers
            .get(order.number())
            .filter(TwoNodesTest::isAnswer)
            .ifPresent(before -> assertThat(repeated.body()).isEqualTo(before.body()));
      }
      assertThat(Drill.reconcile(survivor).payments()).hasSize(PAYMENTS);
    }
  }

  @Test
  void a_node_paused_before_its_call_authorizes_nothing_after_it_was_overtaken() throws Exception {
    var order = new Order(0);
    var stall = new Stall(Step.BEGUN);
    try (var slow = TestApp.open(stall::at);
        var other = slow.openAnotherNode()) {
      CompletableFuture<Reply> first = sending(order, slow);
      stall.awaitReached();
      Drill.passLease(slow);
      Reply second = order.sendTo(other);
      stall.end();

      assertThat(first.join().body()).isEqualTo(second.body());
      assertThat(Drill.reconcile(other).payments()).hasSize(1);
    }
  }

  /**
   * Otherwise, the client would get "processing" now and another response under the same key later.
   */
  @Test
  void a_node_that_lost_its_lease_during_the_call_returns_the_new_owners_response()
      throws Exception {
    var order = new Order(0);
    var called = new Stall(Step.CALLED);
    var taken = new Stall(Step.TAKEN);
    CrashPoint crashPoint =
        step -> {
          called.at(step);
          taken.at(step);
        };
    try (var slow = TestApp.open(crashPoint);
        var other = slow.openAnotherNode(crashPoint)) {
      CompletableFuture<Reply> first = sending(order, slow);
      called.awaitReached();
      Drill.passLease(slow);
      taken.awaitReached();
      called.end();
      Drill.within(SOON).during(Duration.ofMillis(300)).until(() -> !first.isDone());
      taken.end();

      assertThat(first.join().text("/status")).isEqualTo("succeeded");
      assertThat(order.sendTo(other).body()).isEqualTo(first.join().body());
      Drill.reconcile(other);
    }
  }

  /** Pauses a node the first time that it reaches a step. */
  private static final class Stall {
    private final Step where;
    private final AtomicBoolean first = new AtomicBoolean(true);
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);

    Stall(Step where) {
      this.where = where;
    }

    void at(Step step) {
      if (step == where && first.getAndSet(false)) {
        reached.countDown();
        try {
          assertThat(end.await(60, TimeUnit.SECONDS)).as("end of the stall").isTrue();
        } catch (InterruptedException interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }

    void awaitReached() throws InterruptedException {
      assertThat(reached.await(60, TimeUnit.SECONDS)).isTrue();
    }

    void end() {
      end.countDown();
    }
  }

  private static Stream<Order> orders() {
    return IntStream.range(0, PAYMENTS).mapToObj(Order::new);
  }

  private CompletableFuture<Reply> sending(Order order, TestApp app) {
    return CompletableFuture.supplyAsync(
        () -> {
          places.acquireUninterruptibly();
          try {
            return order.sendTo(app);
          } finally {
            places.release();
          }
        },
        threads);
  }

  private static Optional<Reply> answeredOne(Reply reply, AtomicInteger answered, TestApp dying) {
    if (answered.incrementAndGet() == PAYMENTS / 3) {
      dying.abandon();
    }
    return Optional.of(reply);
  }

  private static Optional<Reply> noAnswer(Throwable failed) {
    assertThat(failed).hasRootCauseInstanceOf(java.io.IOException.class);
    assertThat(failed.getCause()).isInstanceOf(UncheckedIOException.class);
    return Optional.empty();
  }

  private static boolean isAnswer(Reply reply) {
    return reply.status() == 200 || reply.status() == 402;
  }

  private static boolean hasNothingOf(TestApp dead, TestApp app) {
    return app.query(
            "SELECT id FROM attempt WHERE node = ? AND status IN ('begun', 'reversing')",
            dead.node())
        .isEmpty();
  }
}
