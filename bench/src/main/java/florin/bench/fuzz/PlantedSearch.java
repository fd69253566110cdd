package florin.bench.fuzz;

import florin.bench.crash.AgentJar;
import florin.bench.fuzz.FuzzSearch.Outcome;
import florin.bench.service.DataFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Tests whether the fuzzer detects that a guard is missing. The search starts with the stored cases
 * only.
 */
record PlantedSearch(FuzzPlant plant, long seed) {
  private static final Duration TIME = Duration.ofSeconds(60);

  /**
   * The result of a search. Its inputs are deleted.
   *
   * @param holdsElse whether the found input is harmless with the guard in place, so that the
   *     missing guard is the cause
   */
  record PlantedOutcome(Outcome outcome, boolean holdsElse) {
    boolean isFound() {
      return outcome.found().isPresent() && holdsElse;
    }
  }

  PlantedOutcome run() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("florin-fuzz-");
    try {
      AgentJar agent = AgentJar.write(folder.resolve("agent.jar"));
      Outcome outcome =
          new FuzzSearch(plant.target(), TIME, seed, List.of(agent.option(Set.of(plant.rewrite()))))
              .run(folder);
      boolean holds = true;
      if (outcome.found().isPresent()) {
        byte[] input = Files.readAllBytes(outcome.found().get().input());
        holds = holds(plant.target().boundedReader(), input);
      }
      return new PlantedOutcome(outcome, holds);
    } finally {
      DataFolder.delete(folder);
    }
  }

  /** Returns whether the invariants hold for an input in this process, which has all guards. */
  static boolean holds(InputReader reader, byte[] input) {
    try {
      var _ = reader.read(input);
      return true;
    } catch (Exception | AssertionError | StackOverflowError broken) {
      return false;
    }
  }
}
