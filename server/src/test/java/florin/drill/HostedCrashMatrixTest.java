package florin.drill;

import static florin.drill.Fuse.Moment.HEARD;
import static florin.drill.Fuse.Moment.KEPT;
import static florin.drill.Fuse.Moment.UNWRITTEN;
import static florin.drill.Fuse.Moment.WRITTEN;
import static florin.drill.Fuse.place;
import static org.assertj.core.api.Assertions.assertThat;

import florin.drill.HostedShop.Deed;
import florin.payment.execution.CrashPoint.Step;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
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
 * The counterpart of {@link CrashMatrixTest} for payments on a provider's page. It crashes at every
 * step, including around both commits of each exchange and the bytes between them, for every
 * request to the provider and every continuation. At the end, the provider's ledger agrees with
 * Florin's records.
 */
@Tag("drill")
@TestInstance(Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
class HostedCrashMatrixTest {
  private final CrashMatrix<Cell> table = new CrashMatrix<>("crashes of hosted payments");

  /** Where the first life ends. */
  enum Point {
    BEGUN(place(Step.BEGUN)),
    EXCHANGE_UNWRITTEN(place(UNWRITTEN, 0)),
    /** Florin has sent no byte. */
    EXCHANGE_WRITTEN(place(WRITTEN, 0)),
    /** The response has arrived, and Florin hasn't recorded it. */
    ANSWER_HEARD(place(HEARD, 0)),
    ANSWER_KEPT(place(KEPT, 0)),
    /** Florin has recorded the page's address, and hasn't returned it. */
    PAGE_WRITTEN(place(WRITTEN, 1)),
    /** The payer has paid, and Florin has found that out. */
    INTENT_HEARD(place(HEARD, 1)),
    INTENT_KEPT(place(KEPT, 1)),
    CALLED(place(Step.CALLED)),
    /** The provider executed the request, and its response doesn't tell. */
    ANSWER_LOST(place(Step.CALLED), true),
    /** The provider didn't execute the request, and its response doesn't tell. */
    NEVER_ARRIVED(place(Step.CALLED), false),
    FINISHED(place(Step.FINISHED)),
    /** A crash in the next life, during recovery. */
    TAKEN(place(Step.CALLED)),
    INQUIRED(place(Step.CALLED));

    private static final Set<Point> OF_PAGES = Set.of(PAGE_WRITTEN);
    private static final Set<Point> OF_RETURNS = Set.of(INTENT_HEARD, INTENT_KEPT);
    private static final Set<Point> OF_STEPS =
        Set.of(BEGUN, CALLED, ANSWER_LOST, FINISHED, TAKEN, INQUIRED);

    private final String place;

    /** Whether the provider executes the request that fails; empty if none fails. */
    private final Optional<Boolean> failure;

    Point(String place) {
      this.place = place;
      this.failure = Optional.empty();
    }

    Point(String place, boolean isExecuted) {
      this.place = place;
      this.failure = Optional.of(isExecuted);
    }

    /** Returns whether an operation reaches this point. */
    boolean isOf(Deed deed) {
      return switch (deed) {
        case BEGIN, SET_UP -> !OF_RETURNS.contains(this);
        case CHARGE -> true;
        case RETURN, RETURN_SAVED -> OF_STEPS.contains(this) || OF_RETURNS.contains(this);
        case CAPTURE, CANCEL_PAGE, CANCEL_HOLD, REFUND ->
            !OF_PAGES.contains(this) && !OF_RETURNS.contains(this);
      };
    }

    /** Returns whether the provider can't have received the request. */
    boolean isUnsent() {
      return this == BEGUN || this == EXCHANGE_UNWRITTEN;
    }
  }

  record Cell(Point point, Deed deed, After after) {
    @Override
    public String toString() {
      return (point + ", " + deed + ", " + after).toLowerCase(Locale.ROOT);
    }
  }

  /** Returns the provider of one cell. */
  HostedEmulator provider() throws IOException {
    return new HostedEmulator.OfStripe();
  }

  /** Returns whether the provider supports the operation. */
  boolean takes(Deed deed) {
    return true;
  }

  Stream<Cell> cells() {
    return CrashMatrix.cells(Arrays.asList(Point.values()), Deed.values(), Cell::new)
        .filter(cell -> cell.point().isOf(cell.deed()) && takes(cell.deed()));
  }

  @ParameterizedTest
  @MethodSource("cells")
  void no_crash_loses_or_doubles_a_cent(Cell cell) throws IOException {
    try (var shop = new HostedShop(provider())) {
      TestApp dead = die(shop, cell);
      shop.passTime();
      try (TestApp florin = cell.after().next(dead, HostedShop.LEASE)) {
        if (cell.after().hasRetry()) {
          assertRepetitionIsAnswered(shop, florin, cell.deed());
        }
        shop.resolve(florin);
        if (cell.deed().leadsToPage() && shop.status(florin).equals("requires_action")) {
          shop.payAndReturn(florin);
          shop.resolve(florin);
        }
        assertStands(shop, florin, cell);
        shop.assertBooksAgree(florin);
        table.put(cell, "%-16s net %4d".formatted(shop.status(florin), shop.net()));
      }
    }
  }

  private static TestApp die(HostedShop shop, Cell cell) {
    TestApp life = shop.open();
    shop.prepare(life, cell.deed());
    cell.point().failure.ifPresent(isExecuted -> shop.fail(cell.deed(), isExecuted));
    shop.fuse().arm(cell.point().place, life);
    try {
      shop.ask(life, cell.deed());
    } catch (UncheckedIOException noAnswer) {
      assertThat(life.isDead()).isTrue();
    }
    assertThat(life.awaitCrash(Drill.PATIENCE)).as("crash at %s", cell.point()).isTrue();
    return cell.point() == Point.TAKEN || cell.point() == Point.INQUIRED
        ? dieInRecovery(shop, life, Step.valueOf(cell.point().name()))
        : life;
  }

  private static TestApp dieInRecovery(HostedShop shop, TestApp dead, Step step) {
    var born = new CompletableFuture<TestApp>();
    shop.fuse().arm(place(step), born);
    TestApp life = dead.reopen(shop.fuse().probe());
    born.complete(life);
    shop.hurry(life);
    assertThat(life.awaitCrash(Drill.PATIENCE)).as("crash at %s", step).isTrue();
    return life;
  }

  /** Asserts the response to a repetition: 402 if recovery has already failed the operation. */
  private static void assertRepetitionIsAnswered(HostedShop shop, TestApp florin, Deed deed) {
    Reply second = shop.ask(florin, deed);
    if (deed.isReturn()) {
      assertThat(second.status()).as(second.body()).isIn(200, 303);
      return;
    }
    assertThat(second.status()).as(second.body()).isIn(200, 402);
    Reply third = shop.ask(florin, deed);
    assertThat(third.body()).isEqualTo(second.body());
    assertThat(third.status()).isEqualTo(second.status());
    assertThat(third.isReplay()).isTrue();
  }

  /**
   * Asserts the final status. An interrupted operation may have failed; a payer's action may not.
   */
  private static void assertStands(HostedShop shop, TestApp florin, Cell cell) {
    Deed deed = cell.deed();
    boolean mayBeUndone = !cell.after().hasRetry() || cell.point() != Point.FINISHED;
    List<String> statuses =
        mayBeUndone ? List.of(deed.done(), deed.otherwise()) : List.of(deed.done());
    if (deed.isReturn()) {
      assertThat(shop.status(florin)).isEqualTo(deed.done());
    } else if (shop.payments(florin) > 0) {
      assertThat(shop.status(florin)).isIn(statuses);
    } else {
      assertThat(cell.point().isUnsent() || deed.leadsToPage()).isTrue();
    }
  }

  @AfterAll
  void print() {
    table.print(cells());
  }
}
