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
 * The counterpart of {@link CrashMatrixTest} for captures and cancels: a crash at every step, for
 * every outcome and continuation. The network's ledger always agrees with Florin's records. A
 * capture that the client knows of or may repeat is executed once.
 */
@TestInstance(Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
class FollowUpCrashMatrixTest {
  private static final long AMOUNT = 1000;
  private static final String KEY = "follow-up-1";

  private final CrashMatrix<Cell> table = new CrashMatrix<>("crashes of captures and cancels");

  enum Call {
    CAPTURE("4242424242424242", "capture", "{}", "succeeded", AMOUNT),
    CAPTURE_PART("4242424242424242", "capture", "{\"amount\": 700}", "succeeded", 700),
    CAPTURE_DECLINED("4000000000840134", "capture", "{}", "requires_capture", AMOUNT),
    CANCEL("4242424242424242", "cancel", "{}", "canceled", 0);

    private final String number;
    private final String path;
    private final String body;
    private final String status;
    private final long net;

    Call(String number, String path, String body, String status, long net) {
      this.number = number;
      this.path = path;
      this.body = body;
      this.status = status;
      this.net = net;
    }
  }

  record Cell(Step step, Call call, After after) {
    /**
     * Returns whether Florin never called the network, so that the operation may not have happened.
     */
    boolean mayBeBack() {
      return step == Step.BEGUN;
    }

    @Override
    public String toString() {
      return (step + ", " + call + ", " + after).toLowerCase(Locale.ROOT);
    }
  }

  static Stream<Cell> cells() {
    return CrashMatrix.cells(
        List.of(Step.BEGUN, Step.CALLED, Step.FINISHED, Step.TAKEN, Step.INQUIRED),
        Call.values(),
        Cell::new);
  }

  @ParameterizedTest
  @MethodSource("cells")
  void no_crash_loses_or_doubles_a_cent(Cell cell) {
    // The authorization reaches each step first, the follow-up second.
    TestApp dead =
        CrashMatrix.die(
            CrashMatrix.stepsTo(cell.step()),
            2,
            life -> call(life, cell, authorize(life, cell.call())));
    try (TestApp app = cell.after().next(dead)) {
      if (cell.after().hasRetry()) {
        assertRetryIsAnswered(app, cell);
      }
      Drill.within(Drill.PATIENCE).until(() -> Drill.isFinal(app));
      Reconciliation found = Drill.reconcile(app);
      Reconciliation.Payment ours = found.payments().getFirst();
      assertThat(found.payments()).hasSize(1);
      if (cell.mayBeBack() && ours.status().equals("requires_capture")) {
        assertThat(found.net()).isEqualTo(AMOUNT);
      } else {
        assertThat(ours.status()).isEqualTo(cell.call().status);
        assertThat(found.net()).isEqualTo(cell.call().net);
      }
      table.put(cell, "%-16s net %4d".formatted(ours.status(), found.net()));
    }
  }

  @AfterAll
  void print() {
    table.print(cells());
  }

  private static String authorize(TestApp app, Call call) {
    String body =
        TestApp.payment(AMOUNT, call.number)
            .replaceFirst("\\{", "{\"capture_method\": \"manual\", ");
    Reply reply = app.post("/v2/payments", body);
    assertThat(reply.text("/status")).isEqualTo("requires_capture");
    return reply.payment();
  }

  private static Reply call(TestApp app, Cell cell, String payment) {
    String path = "/v2/payments/" + payment + "/" + cell.call().path;
    return cell.after().hasRetry()
        ? app.post(path, cell.call().body, KEY)
        : app.post(path, cell.call().body);
  }

  /**
   * Asserts the response to a repetition. It is 402 if the network declines, or if recovery already
   * found that the operation never happened.
   */
  private static void assertRetryIsAnswered(TestApp app, Cell cell) {
    String payment = app.get("/v2/payments").texts("/data", "id").getFirst();
    Reply second = call(app, cell, payment);
    Reply third = call(app, cell, payment);

    assertThat(second.status()).as(second.body()).isIn(200, 402);
    if (second.status() == 200) {
      assertThat(second.text("/status")).isEqualTo(cell.call().status);
    }
    assertThat(third.body()).isEqualTo(second.body());
    assertThat(third.status()).isEqualTo(second.status());
    assertThat(third.isReplay()).isTrue();
  }
}
