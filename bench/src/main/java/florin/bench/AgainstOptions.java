package florin.bench;

import florin.bench.load.HttpLoad.Limits;
import florin.bench.load.PaymentRequests;
import florin.bench.load.Tally;
import florin.bench.service.Machine;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Implements `--against URL` and its options: applies the payment load to a service that is already
 * running.
 */
final class AgainstOptions {
  private static final int MOST_CONNECTIONS = 1024;
  private static final int MOST_SECONDS = 300;
  private static final long MOST_PAYMENTS = 1_000_000;
  private static final int LONGEST_KEY = 255;
  private static final String KEY = "FLORIN_API_KEY";

  @Option(
      names = "--against",
      paramLabel = "URL",
      required = true,
      description =
          "Apply the payment load to a running service on this machine instead of starting one. The service must accept POST /v2/payments and keep connections open.")
  private String url = "";

  @Option(
      names = "--key",
      description = "With --against: a test key of the service (default: " + KEY + ").")
  private @Nullable String key;

  @Option(
      names = "--connections",
      defaultValue = "64",
      description =
          "With --against: connections, at most 1024, each with one request in flight (default ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--seconds",
      defaultValue = "20",
      description = "With --against: seconds to measure, at most 300 (default ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--warm-up",
      defaultValue = "10",
      description =
          "With --against: seconds of the same load before the measurement, at most 300 (default ${DEFAULT-VALUE}).")
  private int warmUp;

  @Option(
      names = "--payments",
      defaultValue = "1000000",
      description =
          "With --against: maximum number of payments, at most 1000000, and the same for the warm-up (default ${DEFAULT-VALUE}).")
  private long payments;

  /**
   * Warms up, measures, and prints the result.
   *
   * @return the exit code
   * @throws IllegalArgumentException if an option is invalid; the message is a sentence for the
   *     operator
   */
  int measure(Map<String, String> environment, PrintWriter out) throws IOException {
    requireBounds();
    Target target = Target.of(url);
    var requests = new PaymentRequests(target.address(), testKey(environment));
    if (warmUp > 0) {
      PaymentsScenario.run(target.address(), requests, true, limits(warmUp));
    }
    Tally tally = PaymentsScenario.run(target.address(), requests, true, limits(seconds));
    out.print(Measurement.answers("POST /v2/payments", connections, tally));
    out.printf(Locale.ROOT, "  load average %.1f%n", Machine.load());
    out.flush();
    return tally.errors().isEmpty() && tally.answers() > 0 ? 0 : 1;
  }

  private Limits limits(int time) {
    return new Limits(connections, Duration.ofSeconds(time), payments);
  }

  private void requireBounds() {
    requireWithin("--connections", connections, 1, MOST_CONNECTIONS);
    requireWithin("--seconds", seconds, 1, MOST_SECONDS);
    requireWithin("--warm-up", warmUp, 0, MOST_SECONDS);
    requireWithin("--payments", payments, 1, MOST_PAYMENTS);
  }

  private static void requireWithin(String option, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          option + " expects a number from " + least + " to " + most + ".");
    }
  }

  private String testKey(Map<String, String> environment) {
    String found =
        Optional.ofNullable(key)
            .or(() -> Optional.ofNullable(environment.get(KEY)))
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "--against needs a test key of the service. Set " + KEY + "."));
    boolean plain =
        !found.isEmpty()
            && found.length() <= LONGEST_KEY
            && found.chars().allMatch(c -> c > ' ' && c < 0x7F);
    if (!plain || found.contains("_live_")) {
      throw new IllegalArgumentException(
          "The key must be a test key with at most 255 printable characters. A live key would move money.");
    }
    return found;
  }
}
