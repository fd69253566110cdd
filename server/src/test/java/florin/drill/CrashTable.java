package florin.drill;

import static org.assertj.core.api.Assertions.assertThat;

import florin.payment.execution.Probe.Step;
import florin.testing.Drills;
import florin.testing.SimulatedCrash;
import florin.testing.TestApp;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which cells of a table of crashes are run, how a cell is died in, and what came of each.
 *
 * <p>The drills run every cell. The usual run takes half of the pairs of place and case, as on a
 * chessboard, each with one of the ways on: as in a Latin square each way comes by every place and
 * every case, and eight turns are the whole table. Which turn it is, is drawn and printed; {@code
 * -Dcrash.turn=2} asks for one.
 *
 * @param <C> a cell; its text is the row's head
 */
final class CrashTable<C> {
  private static final int TURN =
      Integer.getInteger(
          "crash.turn", ThreadLocalRandom.current().nextInt(2 * After.values().length));

  private final String name;
  private final Map<C, String> rows = new ConcurrentHashMap<>();

  CrashTable(String name) {
    this.name = name;
  }

  /** A cell of its place, its case and the way on. */
  @FunctionalInterface
  interface Cells<P, K, C> {
    C at(P place, K kind, After after);
  }

  static <P, K, C> Stream<C> cells(List<P> places, K[] kinds, Cells<P, K, C> cells) {
    return IntStream.range(0, places.size())
        .boxed()
        .flatMap(row ->
            IntStream.range(0, kinds.length)
                .boxed()
                .flatMap(column ->
                    ways(row, column)
                        .map(after -> cells.at(places.get(row), kinds[column], after))));
  }

  private static Stream<After> ways(int row, int column) {
    After[] all = After.values();
    if (Drills.areAsked()) {
      return Arrays.stream(all);
    }
    // Squares of two rows and one column, so that of neither colour a way on is missing.
    boolean isOfThisColour = (row / 2 + column + TURN / all.length) % 2 == 0;
    return isOfThisColour ? Stream.of(all[(row + column + TURN) % all.length]) : Stream.empty();
  }

  void put(C cell, String row) {
    rows.put(cell, row);
  }

  /** What came of these cells, in this order; a cell that failed has no row. */
  void print(Stream<C> cells) {
    if (Drills.areAsked()) {
      cells
          .filter(rows::containsKey)
          .forEach(cell -> System.out.printf("%-68s %s%n", cell, rows.get(cell)));
    } else {
      System.out.printf("%s: %d cells of turn %d%n", name, rows.size(), TURN);
    }
  }

  /**
   * Lives and dies once for each step, and returns the last life, which has ended.
   *
   * @param passage which coming by the first step is fatal: 2 when a request goes before
   * @param requests what the first life is asked; the last of them gets no answer, or dies soon
   *     after
   */
  static TestApp die(List<Step> steps, int passage, Consumer<TestApp> requests) {
    TestApp life = TestApp.open(SimulatedCrash.at(steps.getFirst(), passage));
    boolean answered = true;
    try {
      requests.accept(life);
    } catch (UncheckedIOException noAnswer) {
      answered = false;
    }
    assertCrashed(life, steps.getFirst() + (answered ? "" : ", which did not answer"));
    for (Step step : steps.subList(1, steps.size())) {
      life = life.reopen(SimulatedCrash.at(step));
      assertCrashed(life, step.toString());
    }
    return life;
  }

  private static void assertCrashed(TestApp life, String where) {
    assertThat(life.awaitCrash(Drill.PATIENCE)).as("crash at %s", where).isTrue();
  }

  /**
   * Where the network was asked, recovery comes by: before a crash within it comes one that leads
   * there.
   */
  static List<Step> stepsTo(Step last) {
    return last == Step.TAKEN || last == Step.INQUIRED ? List.of(Step.CALLED, last) : List.of(last);
  }
}
