package florin.bench;

import florin.bench.load.HttpLoad.Limits;
import florin.bench.load.Tally;
import florin.bench.service.Machine;
import florin.bench.service.Memory;
import florin.bench.service.ServiceProcess;
import florin.bench.service.Usage;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * What a scenario came to.
 *
 * @param usage processor time of the measured run
 * @param load the machine's load average at its end
 */
record Measurement(
    String title, int connections, Tally tally, Usage usage, Memory memory, double load) {
  private static final double MIB = 1 << 20;
  private static final List<String> COLUMNS =
      List.of(
          "",
          "connections",
          "per second",
          "p50 ms",
          "p99 ms",
          "CPU µs each: service",
          "PostgreSQL",
          "driver",
          "together");

  /** Warms up, then measures. */
  static Measurement take(Scenario scenario, ServiceProcess service, Limits warmUp, Limits limits)
      throws IOException, SQLException {
    scenario.run(service, warmUp);
    return take(scenario, service, limits);
  }

  /** Measures what is warm. */
  static Measurement take(Scenario scenario, ServiceProcess service, Limits limits)
      throws IOException, SQLException {
    Usage before = service.usage();
    Tally tally = scenario.run(service, limits);
    return new Measurement(
        scenario.title(),
        limits.connections(),
        tally,
        service.usage().minus(before),
        service.memory(),
        Machine.load());
  }

  /** The one with the highest rate. */
  static Measurement fastest(List<Measurement> measurements) {
    return Collections.max(
        measurements, Comparator.comparingDouble(each -> each.tally.perSecond()));
  }

  /** The one in the middle, by its rate; of an even number the slower. */
  static Measurement median(List<Measurement> measurements) {
    return measurements.stream()
        .sorted(Comparator.comparingDouble(each -> each.tally.perSecond()))
        .toList()
        .get((measurements.size() - 1) / 2);
  }

  /**
   * Nothing that went wrong may pass for a measurement.
   *
   * @throws IOException when an answer was no 2xx or did not come
   */
  Measurement requireNoErrors() throws IOException {
    if (!tally.errors().isEmpty()) {
      throw new IOException(title + ": " + tally.errors());
    }
    return this;
  }

  static Table table(List<Measurement> measurements) {
    return new Table(COLUMNS, measurements.stream().map(Measurement::row).toList());
  }

  private List<String> row() {
    return List.of(
        title,
        Integer.toString(connections),
        number("%,.0f", tally.perSecond()),
        number("%.2f", millis(50)),
        number("%.2f", millis(99)),
        number("%,.0f", perRequest(usage.service())),
        number("%,.0f", perRequest(usage.postgres())),
        number("%,.0f", perRequest(usage.driver())),
        number("%,.0f", perRequest(usage.total())));
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
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

  double millis(double percentile) {
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
