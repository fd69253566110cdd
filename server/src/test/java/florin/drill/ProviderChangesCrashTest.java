package florin.drill;

import static org.assertj.core.api.Assertions.assertThat;

import florin.drill.HostedShop.Deed;
import florin.payment.execution.CrashPoint.Step;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Crashes between the steps in which Florin finds a capture and two refunds from the provider's
 * dashboard. At the end, the provider's ledger and Florin's records agree, and each change is
 * recorded once.
 */
@Tag("drill")
@TestInstance(Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
class ProviderChangesCrashTest {
  private static final long CAPTURED = 600;
  private static final long REFUNDED = 100;

  private final CrashMatrix<Cell> table = new CrashMatrix<>("crashes while learning of changes");

  /** Where the first life ends. */
  enum Point {
    /** No webhook has arrived. */
    UNNOTIFIED,
    /** An inquiry has begun, and Florin hasn't called the provider. */
    TAKEN,
    /** The provider has responded, and Florin hasn't recorded the response. */
    INQUIRED,
    /** Florin's own capture is durable, and Florin hasn't called the provider. */
    OWN_CAPTURE_BEGUN,
    /** The provider has rejected Florin's own capture, and Florin hasn't recorded this. */
    OWN_CAPTURE_CALLED,
    OWN_CAPTURE_FINISHED;

    private boolean isOfOwnCapture() {
      return name().startsWith("OWN_CAPTURE");
    }

    private String place() {
      return Fuse.place(Step.valueOf(name().replace("OWN_CAPTURE_", "")));
    }
  }

  /**
   * A crash point, its repetition and the continuation.
   *
   * @param passage how often Florin reaches the point before it crashes: each of three inquiries
   *     finds one change, and the fourth finds none
   */
  record Cell(Point point, int passage, After after) {
    @Override
    public String toString() {
      return (point + " " + passage + ", " + after).toLowerCase(Locale.ROOT);
    }
  }

  static Stream<Cell> cells() {
    Integer[] passages = IntStream.rangeClosed(1, 4).boxed().toArray(Integer[]::new);
    return CrashMatrix.cells(List.of(Point.values()), passages, Cell::new)
        .filter(cell ->
            cell.passage() == 1 || cell.point() == Point.TAKEN || cell.point() == Point.INQUIRED);
  }

  @ParameterizedTest
  @MethodSource("cells")
  void no_crash_loses_or_duplicates_a_change_at_the_provider(Cell cell) throws IOException {
    try (var shop = new HostedShop()) {
      TestApp dead = die(shop, cell.point(), cell.passage());
      shop.passTime();
      try (TestApp florin = cell.after().next(dead, HostedShop.LEASE)) {
        if (cell.after().hasRetry() && cell.point().isOfOwnCapture()) {
          assertCaptureIsRefused(shop.ask(florin, Deed.CAPTURE));
        }
        shop.resendLost(florin);
        Drill.within(Drill.PATIENCE)
            .pollInterval(Duration.ofMillis(200))
            .until(() -> {
              shop.hurry(florin);
              return net(florin).equals(List.of(Long.toString(CAPTURED - 2 * REFUNDED)));
            });
        shop.resolve(florin);
        shop.assertBooksAgree(florin);
        assertThat(florin.query("SELECT reason || ' ' || status || ' ' || amount FROM refund"))
            .containsExactly("made_at_provider succeeded 100", "made_at_provider succeeded 100");
        assertThat(shop.status(florin)).isEqualTo("succeeded");
        assertThat(events(florin, "payment.succeeded")).hasSize(1);
        assertThat(events(florin, "payment.refunded")).hasSize(2);
        assertThat(events(florin, "refund.created")).hasSize(2);
        table.put(cell, "%-16s net %4d".formatted(shop.status(florin), shop.net()));
      }
    }
  }

  private static TestApp die(HostedShop shop, Point point, int passage) {
    TestApp life = shop.open();
    shop.prepare(life, Deed.CAPTURE);
    boolean arrives = point == Point.TAKEN || point == Point.INQUIRED;
    shop.listen(life, arrives);
    if (arrives) {
      shop.fuse().arm(point.place(), passage, life);
    }
    shop.captureThere(CAPTURED);
    shop.refundThere(REFUNDED);
    shop.refundThere(REFUNDED);
    if (point == Point.UNNOTIFIED) {
      life.abandon();
      return life;
    }
    if (point.isOfOwnCapture()) {
      shop.fuse().arm(point.place(), life);
      try {
        shop.ask(life, Deed.CAPTURE);
      } catch (UncheckedIOException noAnswer) {
        assertThat(life.isDead()).isTrue();
      }
    }
    assertThat(life.awaitCrash(Drill.PATIENCE)).as("crash at %s", point).isTrue();
    return life;
  }

  /**
   * Asserts that the repeated capture fails. If the capture never reached the provider, recovery
   * may have failed it meanwhile.
   */
  private static void assertCaptureIsRefused(Reply late) {
    assertThat(late.status()).as(late.body()).isEqualTo(402);
    assertThat(late.text("/error/code")).isIn("changed_at_provider", "processing_error");
    assertThat(late.text("/error/message")).doesNotContain("othing was charged");
  }

  private static List<String> net(TestApp florin) {
    return florin.query(
        "SELECT (amount_captured - amount_refunded)::text FROM payment WHERE amount = 1000");
  }

  private static List<String> events(TestApp florin, String type) {
    return florin.get("/v2/events?limit=100&type=" + type).texts("/data", "id");
  }

  @AfterAll
  void print() {
    table.print(cells());
  }
}
