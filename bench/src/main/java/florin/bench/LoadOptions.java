package florin.bench;

import florin.bench.load.HttpLoad.Limits;
import florin.bench.service.FolderOption;
import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that every measurement has. */
final class LoadOptions {
  private static final long MAX_REQUESTS = 10_000_000;

  @Option(
      names = "--connections",
      defaultValue = "64",
      description = "Connections, each with one request in flight (default ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--seconds",
      defaultValue = "20",
      description = "Seconds to measure (default ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--warm-up",
      defaultValue = "10",
      description =
          "Seconds of the same load before the measurement, for the JIT compiler (default ${DEFAULT-VALUE}).")
  private int warmUp;

  @Option(
      names = "--committers",
      description = "FLORIN_COMMITTERS of the service: a number, or off (default: the service's).")
  private @Nullable String committers;

  @Mixin private FolderOption folder = new FolderOption();

  @Option(
      names = "--profile",
      paramLabel = "FILE",
      description =
          "Write a JFR recording of the service during the measurement, and print a CPU profile.")
  private @Nullable Path profile;

  private Limits limits() {
    return new Limits(connections, Duration.ofSeconds(seconds), MAX_REQUESTS);
  }

  private Limits warmUp() {
    return new Limits(connections, Duration.ofSeconds(warmUp), MAX_REQUESTS);
  }

  Path folder() {
    return folder.path();
  }

  /**
   * Warms up, measures, and prints the result.
   *
   * @return the exit code
   */
  int measure(Scenario scenario, ServiceProcess service) throws IOException, SQLException {
    scenario.run(service, warmUp());
    Optional<Recording> recording =
        profile == null ? Optional.empty() : Optional.of(Recording.start(service));
    Measurement measurement = Measurement.take(scenario, service, limits());
    System.out.print(measurement);
    if (recording.isPresent()) {
      Path file = Objects.requireNonNull(profile);
      recording.get().stop(file);
      System.out.print(Profile.read(file));
    }
    return measurement.tally().errors().isEmpty() ? 0 : 1;
  }

  Map<String, String> environment() {
    return environment(Map.of());
  }

  /** Returns the service's settings, without limits that only protect it. */
  Map<String, String> environment(Map<String, String> more) {
    var environment = new HashMap<>(more);
    environment.put("FLORIN_RATE_LIMIT", "off");
    if (committers != null) {
      environment.put("FLORIN_COMMITTERS", committers);
    }
    return environment;
  }
}
