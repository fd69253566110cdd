package florin.bench;

import florin.bench.load.Tally;
import florin.bench.service.Machine;
import florin.bench.service.Memory;
import florin.bench.service.ServiceProcess;
import florin.bench.service.Usage;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * What a scenario came to.
 *
 * @param usage processor time of the measured run
 * @param load the machine's load average at its end
 */
record Measurement(
    String title, int connections, Tally tally, Usage usage, Memory memory, double load) {
  private static final double MIB = 1 << 20;

  /** Warms up, then measures. */
  static Measurement take(Scenario scenario, ServiceProcess service, LoadOptions options)
      throws IOException {
    scenario.run(service, options.warmUp());
    Optional<Recording> recording =
        options.profile().isPresent() ? Optional.of(Recording.start(service)) : Optional.empty();
    Usage before = service.usage();
    Tally tally = scenario.run(service, options.limits());
    var measurement =
        new Measurement(
            scenario.title(),
            options.limits().connections(),
            tally,
            service.usage().minus(before),
            service.memory(),
            Machine.load());
    if (recording.isPresent()) {
      recording.get().stop(options.profile().orElseThrow());
    }
    return measurement;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        """

        %s, %d connections, %.1f s
          answers      %,d   %,.0f/s%s
          latency ms   p50 %.2f   p90 %.2f   p99 %.2f   p99.9 %.2f   max %.2f
          CPU µs per request   service %.0f   PostgreSQL %.0f   driver %.0f   together %.0f
          cores in use         service %.2f   PostgreSQL %.2f   driver %.2f   together %.2f
          memory MiB   service %.0f   PostgreSQL %.0f
          load average %.1f
        """,
        title,
        connections,
        seconds(tally.elapsed()),
        tally.answers(),
        tally.perSecond(),
        tally.errors().isEmpty() ? "   no errors" : "   ERRORS: " + tally.errors(),
        millis(50),
        millis(90),
        millis(99),
        millis(99.9),
        millis(100),
        perRequest(usage.service()),
        perRequest(usage.postgres()),
        perRequest(usage.driver()),
        perRequest(usage.total()),
        cores(usage.service()),
        cores(usage.postgres()),
        cores(usage.driver()),
        cores(usage.total()),
        memory.service() / MIB,
        memory.postgres() / MIB,
        load);
  }

  private double millis(double percentile) {
    return tally.latency(percentile).toNanos() / 1e6;
  }

  private double perRequest(Duration used) {
    return tally.answers() == 0 ? 0 : used.toNanos() / 1e3 / tally.answers();
  }

  private double cores(Duration used) {
    return tally.elapsed().isZero() ? 0 : seconds(used) / seconds(tally.elapsed());
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
