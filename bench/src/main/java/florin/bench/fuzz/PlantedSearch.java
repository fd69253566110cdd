package florin.bench.fuzz;

import florin.bench.crash.AgentJar;
import florin.bench.fuzz.FuzzSearch.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Whether the fuzzer finds what is wrong where a safeguard is gone; it begins with the cases only.
 */
record PlantedSearch(FuzzPlant plant, long seed) {
  private static final Duration TIME = Duration.ofSeconds(60);

  /** What it came to; of the inputs nothing is kept. */
  Outcome run() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("florin-fuzz-");
    try {
      AgentJar agent = AgentJar.write(folder.resolve("agent.jar"));
      return new FuzzSearch(
              plant.target(), TIME, seed, List.of(agent.option(Set.of(plant.rewrite()))))
          .run(folder);
    } finally {
      delete(folder);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
