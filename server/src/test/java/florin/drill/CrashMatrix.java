package florin.drill;

import static org.assertj.core.api.Assertions.assertThat;

import florin.payment.execution.CrashPoint.Step;
import florin.testing.Drills;
import florin.testing.SimulatedCrash;
import florin.testing.TestApp;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Selects the cells of a crash matrix, crashes a Florin as a cell describes, and prints the
 * results.
 *
 * <p>The drills run every cell. The usual run takes a third of the pairs of place and case, each
 * with one continuation. The pairs are on diagonals. In a matrix with three places and three cases,
 * every run therefore has every place and every case; with four cases, it also has every
 * continuation. A turn combines a third with a continuation, so twelve turns cover the matrix. Each
 * run selects a random turn and prints it; {@code -Dcrash.turn=2} selects one.
 *
 * @param <C> a cell; its text is the first column of its row
 */
final class CrashMatrix<C> {
  private static final int THIRDS = 3;

  private static final int TURN =
      Integer.getInteger(
          "crash.turn", ThreadLocalRandom.current().nextInt(THIRDS * After.values().length));

  private final String name;
  private final Map<C, String> rows = new ConcurrentHashMap<>();

  CrashMatrix(String name) {
    this.name = name;
  }

  /** Creates the cell of a place, a case and a continuation. */
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
                    waysOfRun(row, column)
                        .map(after -> cells.at(places.get(row), kinds[column], after))));
  }

  private static Stream<After> waysOfRun(int row, int column) {
    return Drills.areAsked() ? Stream.of(After.values()) : ways(row, column, TURN);
  }

  /** Returns the continuation of a pair in this turn, if the pair is in the turn's third. */
  static Stream<After> ways(int row, int column, int turn) {
    After[] all = After.values();
    boolean isOfThisThird = (row + column + turn / all.length) % THIRDS == 0;
    return isOfThisThird
        ? Stream.of(all[(row / THIRDS + column + turn) % all.length])
        : Stream.empty();
  }

  void put(C cell, String row) {
    rows.put(cell, row);
  }

  /** Prints the results of these cells in this order; a failed cell has no row. */
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
   * Crashes one life at each step, and returns the last life, which has ended.
   *
   * @param passage how often the first life reaches the first step before it crashes: 2 if an
   *     earlier request also reaches it
   * @param requests sends the requests to the first life; the crash happens during or soon after
   *     the last one
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
   * Returns the crashes that lead to a step. Recovery runs only after a crash at CALLED, so a crash
   * within recovery needs that one first.
   */
  static List<Step> stepsTo(Step last) {
    return last == Step.TAKEN || last == Step.INQUIRED ? List.of(Step.CALLED, last) : List.of(last);
  }
}
