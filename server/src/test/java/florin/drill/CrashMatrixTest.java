package florin.drill;

import static org.assertj.core.api.Assertions.assertThat;

import florin.payment.execution.CrashPoint.Step;
import florin.testing.Reconciliation;
import florin.testing.Reconciliation.Attempt;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Crashes at every step between request and response, and within recovery, for every kind of
 * outcome and every continuation. The client either repeats its request or doesn't, on the same
 * node or another one. Every cell has its own database.
 *
 * <p>Another node must wait for the dead node's lease. The tests move the lease into the past,
 * after they check that it isn't longer than documented. Only {@link
 * #another_node_waits_for_the_lease_and_no_longer} really waits.
 */
@TestInstance(Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
class CrashMatrixTest {
  private static final long AMOUNT = 1000;
  private static final String KEY = "order-1";

  private final CrashMatrix<Cell> table = new CrashMatrix<>("crashes of authorizations");

  enum Card {
    APPROVED("4242424242424242"),
    DECLINED("4000000000000002"),
    UNHEARD_APPROVAL("4000000000840027"),
    NEVER_ARRIVED("4000000000840019"),
    SAVED("4242424242424242"),
    SAVED_UNHEARD("4000000000840027");

    private final String number;

    Card(String number) {
      this.number = number;
    }

    boolean isAnswered() {
      return this == APPROVED || this == DECLINED || this == SAVED;
    }

    boolean isSaved() {
      return this == SAVED || this == SAVED_UNHEARD;
    }

    String body() {
      return TestApp.payment(AMOUNT, number);
    }
  }

  record Cell(Step step, Card card, After after) {
    /**
     * Returns the crashes that lead to the step, each in its own life. If the card gets a response,
     * recovery needs an earlier crash. Otherwise, recovery starts without one.
     */
    List<Step> crashes() {
      return switch (step) {
        case RECEIVED, BEGUN, CALLED, FINISHED -> List.of(step);
        case TAKEN, INQUIRED -> card.isAnswered() ? CrashMatrix.stepsTo(step) : List.of(step);
        case REVERSED ->
            card == Card.NEVER_ARRIVED ? List.of(step) : List.of(Step.BEGUN, Step.REVERSED);
        case STAGED, SHOWN, MATCHING, MATCHED -> List.of(); // steps of bank statements
      };
    }

    @Override
    public String toString() {
      return (step + ", " + card + ", " + after).toLowerCase(Locale.ROOT);
    }
  }

  static Stream<Cell> cells() {
    return CrashMatrix.cells(List.copyOf(Step.OF_PAYMENTS), Card.values(), Cell::new);
  }

  @ParameterizedTest
  @MethodSource("cells")
  void no_crash_loses_or_doubles_a_cent(Cell cell) {
    TestApp dead = crash(cell);
    try (TestApp app = cell.after().next(dead)) {
      long begun = System.nanoTime();
      if (cell.after().hasRetry()) {
        assertRetryNamesThePayment(app, cell.card());
      }
      Drill.within(Drill.PATIENCE).until(() -> Drill.isFinal(app));
      Duration took = Duration.ofNanos(System.nanoTime() - begun);

      var reconciliation = Drill.reconcile(app);
      boolean nothingWasBegun = cell.step() == Step.RECEIVED && !cell.after().hasRetry();
      assertThat(reconciliation.payments()).hasSize(nothingWasBegun ? 0 : 1);
      table.put(cell, row(reconciliation, took));
    }
  }

  @AfterAll
  void print() {
    table.print(cells());
  }

  /** Crashes as the cell describes, and returns the last life, which has ended. */
  private static TestApp crash(Cell cell) {
    return CrashMatrix.die(
        cell.crashes(),
        1,
        life -> {
          save(life, cell.card());
          post(life, cell);
        });
  }

  /** Saves the card for a customer, as a shop does for later charges. */
  private static void save(TestApp app, Card card) {
    if (card.isSaved()) {
      String method = "{" + card.body().substring(card.body().indexOf("\"type\""));
      String customer = app.post("/v2/customers", "{}").text("/id");
      String id =
          app.post("/v2/payment_methods", method.strip().replaceFirst("}$", "")).text("/id");
      app.post("/v2/payment_methods/" + id + "/attach", "{\"customer\": \"" + customer + "\"}");
    }
  }

  private static String body(TestApp app, Card card) {
    if (!card.isSaved()) {
      return card.body();
    }
    String customer = app.get("/v2/customers").texts("/data", "id").getFirst();
    String method =
        app.get("/v2/customers/" + customer + "/payment_methods").texts("/data", "id").getFirst();
    return """
    {"amount": %d, "currency": "usd", "customer": "%s", "payment_method": "%s"}\
    """
        .formatted(AMOUNT, customer, method);
  }

  private static Reply post(TestApp app, Cell cell) {
    String body = body(app, cell.card());
    return cell.after().hasRetry()
        ? app.post("/v2/payments", body, KEY)
        : app.post("/v2/payments", body);
  }

  private static void assertRetryNamesThePayment(TestApp app, Card card) {
    String body = body(app, card);
    Reply second = app.post("/v2/payments", body, KEY);
    Reply third = app.post("/v2/payments", body, KEY);

    assertThat(second.status()).as(second.body()).isIn(200, 402);
    assertThat(app.query("SELECT id FROM payment")).hasSize(1);
    assertThat(app.get("/v2/payments/" + second.payment()).status()).isEqualTo(200);
    assertThat(third.body()).isEqualTo(second.body());
    assertThat(third.status()).isEqualTo(second.status());
    assertThat(third.isReplay()).isTrue();
  }

  private static String row(Reconciliation found, Duration took) {
    String status =
        found.payments().stream().map(payment -> payment.status()).collect(Collectors.joining());
    String attempts =
        found.attempts().stream()
            .filter(attempt -> !attempt.operation().equals("reverse"))
            .map(CrashMatrixTest::text)
            .collect(Collectors.joining(", "));
    return "%-10s net %4d  %5d ms  %s".formatted(status, found.net(), took.toMillis(), attempts);
  }

  private static String text(Attempt attempt) {
    return attempt.status() + " by " + attempt.resolvedBy();
  }

  @Test
  void another_node_waits_for_the_lease_and_no_longer() {
    var cell = new Cell(Step.CALLED, Card.APPROVED, After.NO_RETRY_OTHER_NODE);
    TestApp dead = crash(cell);
    try (TestApp other = dead.openAnotherNode()) {
      Drill.within(Drill.PATIENCE).until(() -> Drill.isFinal(other));
      Drill.reconcile(other);
    }
  }
}
