package florin.drill;

import static org.assertj.core.api.Assertions.assertThat;

import florin.payment.execution.CrashPoint.Step;
import florin.testing.Reconciliation;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The counterpart of {@link CrashMatrixTest} for refunds: a crash at every step, for every outcome
 * and continuation. The network refunds exactly what Florin reports, once, and no amount stays
 * reserved.
 */
@TestInstance(Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
class RefundCrashMatrixTest {
  private static final long AMOUNT = 1000;
  private static final long PART = 400;
  private static final String KEY = "refund-1";

  private final CrashMatrix<Cell> table = new CrashMatrix<>("crashes of refunds");

  enum Card {
    APPROVED("4242424242424242", "succeeded"),
    FAILS_AFTER_SUCCESS("4000000000005126", "failed"),
    PENDING_THEN_FAILS("4000000000840142", "failed"),
    UNHEARD("4000000000840159", "succeeded");

    private final String number;
    private final String status;

    Card(String number, String status) {
      this.number = number;
      this.status = status;
    }
  }

  /** The steps of the crashes, each in its own life. */
  enum Place {
    BEGUN(Step.BEGUN),
    CALLED(Step.CALLED),
    FINISHED(Step.FINISHED),
    TAKEN_BY_RECOVERY(Step.TAKEN),
    INQUIRED_BY_RECOVERY(Step.INQUIRED),
    /**
     * Florin has responded with a pending refund, and queries the network for its outcome later.
     */
    TAKEN_LATER(Step.TAKEN),
    INQUIRED_LATER(Step.INQUIRED);

    private final Step step;

    Place(Step step) {
      this.step = step;
    }

    List<Step> steps() {
      return isLater() ? List.of(step) : CrashMatrix.stepsTo(step);
    }

    boolean isLater() {
      return this == TAKEN_LATER || this == INQUIRED_LATER;
    }
  }

  record Cell(Place place, Card card, After after) {
    /**
     * Returns whether Florin never called the network, so that the refund may not have happened.
     */
    boolean mayHaveFailed() {
      return place == Place.BEGUN;
    }

    @Override
    public String toString() {
      return (place + ", " + card + ", " + after).toLowerCase(Locale.ROOT);
    }
  }

  static Stream<Cell> cells() {
    return CrashMatrix.cells(List.of(Place.values()), Card.values(), Cell::new);
  }

  @ParameterizedTest
  @MethodSource("cells")
  void no_crash_refunds_a_cent_too_much_or_too_little(Cell cell) {
    TestApp dead = crash(cell);
    try (TestApp app = cell.after().next(dead)) {
      if (cell.after().hasRetry()) {
        assertRetryNamesTheRefund(app);
      }
      Reconciliation found = Drill.reconcile(app);

      assertThat(found.refunds()).hasSize(1);
      Reconciliation.Refund refund = found.refunds().getFirst();
      if (!cell.mayHaveFailed() || !refund.status().equals("failed")) {
        assertThat(refund.status()).isEqualTo(cell.card().status);
      }
      assertThat(found.net()).isEqualTo(refund.status().equals("failed") ? AMOUNT : AMOUNT - PART);
      table.put(cell, "%-10s net %4d".formatted(refund.status(), found.net()));
    }
  }

  @AfterAll
  void print() {
    table.print(cells());
  }

  /** Crashes as the cell describes, and returns the last life, which has ended. */
  private static TestApp crash(Cell cell) {
    // The payment reaches each step of a request first, the refund second.
    return CrashMatrix.die(
        cell.place().steps(),
        cell.place().isLater() ? 1 : 2,
        life -> {
          String card = TestApp.payment(AMOUNT, cell.card().number);
          String payment = life.post("/v2/payments", card).payment();
          post(life, cell.after().hasRetry(), payment);
        });
  }

  private static Reply post(TestApp app, boolean keyed, String payment) {
    String body = "{\"payment\": \"%s\", \"amount\": %d}".formatted(payment, PART);
    return keyed ? app.post("/v2/refunds", body, KEY) : app.post("/v2/refunds", body);
  }

  private static void assertRetryNamesTheRefund(TestApp app) {
    String payment = app.get("/v2/payments?limit=1").texts("/data", "id").getFirst();
    Reply second = post(app, true, payment);
    Reply third = post(app, true, payment);

    assertThat(second.status()).as(second.body()).isEqualTo(200);
    assertThat(app.get("/v2/refunds").texts("/data", "id")).containsExactly(second.text("/id"));
    assertThat(third.body()).isEqualTo(second.body());
    assertThat(third.isReplay()).isTrue();
  }
}
