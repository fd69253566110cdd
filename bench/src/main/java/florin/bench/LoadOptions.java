package florin.bench;

import florin.bench.load.HttpLoad.Limits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that every measurement has. */
final class LoadOptions {
  private static final long MAX_REQUESTS = 10_000_000;

  @Option(
      names = "--connections",
      defaultValue = "64",
      description = "Connections, each with one request under way (default ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--seconds",
      defaultValue = "20",
      description = "How long to measure (default ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--warm-up",
      defaultValue = "10",
      description =
          "Seconds of the same load before that, for the compiler (default ${DEFAULT-VALUE}).")
  private int warmUp;

  @Option(
      names = "--committers",
      description = "FLORIN_COMMITTERS of the service: a number, or off (default: the service's).")
  private @Nullable String committers;

  @Option(
      names = "--folder",
      defaultValue = "${sys:java.io.tmpdir}",
      description =
          "Where to make the temporary data folder: its disk is measured too (default ${DEFAULT-VALUE}).")
  private Path folder = Path.of("");

  @Option(
      names = "--profile",
      paramLabel = "FILE",
      description =
          "Write a JFR recording of the service during the measurement, and print where its time went.")
  private @Nullable Path profile;

  Limits limits() {
    return new Limits(connections, Duration.ofSeconds(seconds), MAX_REQUESTS);
  }

  Limits warmUp() {
    return new Limits(connections, Duration.ofSeconds(warmUp), MAX_REQUESTS);
  }

  Path folder() {
    return folder;
  }

  Optional<Path> profile() {
    return Optional.ofNullable(profile);
  }

  /** The service's settings: without limits that only protect it. */
  Map<String, String> environment() {
    var environment = new HashMap<String, String>();
    environment.put("FLORIN_RATE_LIMIT", "off");
    if (committers != null) {
      environment.put("FLORIN_COMMITTERS", committers);
    }
    return environment;
  }
}
