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

/** Runs searches at several targets, in parallel jobs. */
final class FuzzDrill {
  private final Path folder;
  private final int jobs;

  /**
   * Creates a drill.
   *
   * @param folder folder of corpora and findings
   */
  FuzzDrill(Path folder, int jobs) {
    this.folder = folder;
    this.jobs = jobs;
  }

  /**
   * Searches all targets with the same share of the time.
   *
   * @param time total time
   * @param told receives each outcome when it is available
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

  /** Reports all outcomes, then fails if a search failed. */
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
