package florin.drill;

import static org.assertj.core.api.Assertions.assertThat;

import florin.payment.execution.CrashPoint.Step;
import florin.testing.Reconciliation;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The counterpart of {@link CrashMatrixTest} for a payer's response to a challenge: a crash at
 * every step, for every outcome and continuation. If the network wasn't notified, Florin undoes the
 * step, and the payer can act again on the same page.
 */
@TestInstance(Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
class ResumeCrashMatrixTest {
  private static final long AMOUNT = 1000;

  private final CrashMatrix<Cell> table = new CrashMatrix<>("crashes of what payers do");

  enum Act {
    COMPLETE("4000000000003220", "complete", "succeeded", AMOUNT),
    COMPLETE_DECLINED("4000008400001629", "complete", "failed", 0),
    FAIL("4000000000003220", "fail", "failed", 0),
    ABANDON("4000000000003220", "abandon", "canceled", 0);

    private final String number;
    private final String button;
    private final String status;
    private final long net;

    Act(String number, String button, String status, long net) {
      this.number = number;
      this.button = button;
      this.status = status;
      this.net = net;
    }
  }

  record Cell(Step step, Act act, After after) {
    /** Returns whether Florin never called the network, so that the payer can act again. */
    boolean isBack() {
      return step == Step.BEGUN && !after.hasRetry();
    }

    @Override
    public String toString() {
      return (step + ", " + act + ", " + after).toLowerCase(Locale.ROOT);
    }
  }

  static Stream<Cell> cells() {
    return CrashMatrix.cells(
        List.of(Step.BEGUN, Step.CALLED, Step.FINISHED, Step.TAKEN, Step.INQUIRED),
        Act.values(),
        Cell::new);
  }

  @ParameterizedTest
  @MethodSource("cells")
  void no_crash_loses_or_doubles_a_cent(Cell cell) {
    // The authorization reaches each step first, the payer's action second.
    var page = new AtomicReference<String>();
    TestApp dead =
        CrashMatrix.die(
            CrashMatrix.stepsTo(cell.step()),
            2,
            life -> {
              Reply made = life.post("/v2/payments", TestApp.payment(AMOUNT, cell.act().number));
              page.set(URI.create(made.text("/next_action/redirect_to_url/url")).getPath());
              press(life, page.get(), cell.act());
            });
    try (TestApp app = cell.after().next(dead)) {
      Drill.within(Drill.PATIENCE)
          .until(() ->
              app.query("SELECT id FROM payment WHERE pending_operation IS NOT NULL").isEmpty());
      if (cell.after().hasRetry()) {
        assertThat(press(app, page.get(), cell.act()).status()).isEqualTo(303);
      }
      Reconciliation found = Drill.reconcile(app);
      assertThat(found.payments()).hasSize(1);
      String status = found.payments().getFirst().status();
      assertThat(status).isEqualTo(cell.isBack() ? "requires_action" : cell.act().status);
      assertThat(found.net()).isEqualTo(cell.isBack() ? 0 : cell.act().net);
      table.put(cell, "%-16s net %4d".formatted(status, found.net()));
    }
  }

  @AfterAll
  void print() {
    table.print(cells());
  }

  private static Reply press(TestApp app, String page, Act act) {
    return app.client()
        .send(app.client().request(page + "/" + act.button).POST(BodyPublishers.noBody()).build());
  }
}
