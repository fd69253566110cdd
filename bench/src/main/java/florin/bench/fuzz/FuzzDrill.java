package florin.bench.fuzz;

import florin.bench.fuzz.FuzzSearch.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** A search at each of some targets, as many at once as there are jobs. */
final class FuzzDrill {
  private final Path folder;
  private final int jobs;

  /**
   * @param folder where corpora and findings are kept
   */
  FuzzDrill(Path folder, int jobs) {
    this.folder = folder;
    this.jobs = jobs;
  }

  /**
   * @param time of all together; each target has as much as the others
   * @param told of each outcome as it comes
   */
  List<Outcome> run(
      Collection<FuzzTarget> targets, Duration time, long seed, Consumer<Outcome> told)
      throws IOException, InterruptedException {
    Duration each = time.multipliedBy(Math.min(jobs, targets.size())).dividedBy(targets.size());
    return run(
        targets.stream().map(target -> new FuzzSearch(target, each, seed, List.of())).toList(),
        told);
  }

  List<Outcome> run(List<FuzzSearch> searches, Consumer<Outcome> told)
      throws IOException, InterruptedException {
    try (ExecutorService workers = Executors.newFixedThreadPool(jobs)) {
      List<Future<Outcome>> running =
          searches.stream().map(search -> workers.submit(() -> search.run(folder))).toList();
      return await(running, told);
    }
  }

  /** Whatever came is told, also where a search of the others did not run. */
  static List<Outcome> await(List<Future<Outcome>> running, Consumer<Outcome> told)
      throws IOException, InterruptedException {
    var outcomes = new ArrayList<Outcome>();
    var failures = new ArrayList<IOException>();
    for (Future<Outcome> one : running) {
      try {
        Outcome outcome = one.get();
        told.accept(outcome);
        outcomes.add(outcome);
      } catch (ExecutionException failed) {
        failures.add(
            failed.getCause() instanceof IOException broken ? broken : new IOException(failed));
      }
    }
    if (!failures.isEmpty()) {
      IOException first = failures.removeFirst();
      failures.forEach(first::addSuppressed);
      throw first;
    }
    return List.copyOf(outcomes);
  }
}
