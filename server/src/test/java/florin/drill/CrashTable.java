package florin.drill;

import static org.assertj.core.api.Assertions.assertThat;

import florin.payment.Probe.Step;
import florin.testing.SimulatedCrash;
import florin.testing.TestApp;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What came of each cell of a table of crashes, to be printed in the end; and how a cell is died
 * in.
 *
 * @param <C> a cell; its text is the row's head
 */
final class CrashTable<C> {
  private final Map<C, String> rows = new ConcurrentHashMap<>();

  void put(C cell, String row) {
    rows.put(cell, row);
  }

  /** The rows of these cells, in this order; a cell that failed has none. */
  void print(Stream<C> cells) {
    cells
        .filter(rows::containsKey)
        .forEach(cell -> System.out.printf("%-68s %s%n", cell, rows.get(cell)));
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
