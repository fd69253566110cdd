package florin.bench;

import florin.bench.load.HttpLoad.Limits;
import florin.bench.load.Tally;
import florin.bench.service.Cost;
import florin.bench.service.Machine;
import florin.bench.service.Memory;
import florin.bench.service.Meter;
import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * The result of a scenario.
 *
 * @param cost resources used by the measured run
 * @param load the machine's load average at the end
 */
record Measurement(
    String title, int connections, Tally tally, Cost cost, Memory memory, double load) {
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
          "total",
          "WAL bytes each",
          "records");

  /** Warms up, then measures. */
  static Measurement take(Scenario scenario, ServiceProcess service, Limits warmUp, Limits limits)
      throws IOException, SQLException {
    scenario.run(service, warmUp);
    return take(scenario, service, limits);
  }

  /** Measures a scenario that is already warm. */
  static Measurement take(Scenario scenario, ServiceProcess service, Limits limits)
      throws IOException, SQLException {
    try (Meter meter = Meter.start(service)) {
      Tally tally = scenario.run(service, limits);
      return new Measurement(
          scenario.title(),
          limits.connections(),
          tally,
          meter.read(),
          service.memory(),
          Machine.load());
    }
  }

  /** Returns the measurement with the highest rate. */
  static Measurement fastest(List<Measurement> measurements) {
    return Collections.max(
        measurements, Comparator.comparingDouble(each -> each.tally.perSecond()));
  }

  /**
   * Returns the measurement with the median rate; of an even number, the slower of the middle two.
   */
  static Measurement median(List<Measurement> measurements) {
    return measurements.stream()
        .sorted(Comparator.comparingDouble(each -> each.tally.perSecond()))
        .toList()
        .get((measurements.size() - 1) / 2);
  }

  /**
   * Returns this measurement if all requests succeeded.
   *
   * @throws IOException if a response was not 2xx, or is missing
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
        number("%,.0f", perRequest(cost.usage().service())),
        number("%,.0f", perRequest(cost.usage().postgres())),
        number("%,.0f", perRequest(cost.usage().driver())),
        number("%,.0f", perRequest(cost.usage().total())),
        number("%,.0f", each(cost.wal().bytes())),
        number("%,.1f", each(cost.wal().records())));
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  @Override
  public String toString() {
    return answers(title, connections, tally)
        + String.format(
            Locale.ROOT,
            """
              CPU µs per request   service %.0f (of which compiler %.0f)   PostgreSQL %.0f   driver %.0f   total %.0f
              cores in use         service %.2f   PostgreSQL %.2f   driver %.2f   total %.2f
            """,
            perRequest(cost.usage().service()),
            perRequest(cost.usage().compiler()),
            perRequest(cost.usage().postgres()),
            perRequest(cost.usage().driver()),
            perRequest(cost.usage().total()),
            cores(cost.usage().service()),
            cores(cost.usage().postgres()),
            cores(cost.usage().driver()),
            cores(cost.usage().total()))
        + written()
        + String.format(
            Locale.ROOT,
            """
              memory MiB   service %.0f   PostgreSQL %.0f
              load average %.1f
            """,
            memory.service() / MIB,
            memory.postgres() / MIB,
            load);
  }

  /** Returns the responses and latencies as text. */
  static String answers(String title, int connections, Tally tally) {
    return String.format(
        Locale.ROOT,
        """

        %s, %d connections, %.1f s
          responses    %,d   %,.0f/s%s
          latency ms   p50 %.2f   p90 %.2f   p99 %.2f   p99.9 %.2f   max %.2f
        """,
        title,
        connections,
        seconds(tally.elapsed()),
        tally.answers(),
        tally.perSecond(),
        tally.errors().isEmpty() ? "   no errors" : "   ERRORS: " + tally.errors(),
        millis(tally, 50),
        millis(tally, 90),
        millis(tally, 99),
        millis(tally, 99.9),
        millis(tally, 100));
  }

  private String written() {
    if (cost.commits().isEmpty()) {
      return "";
    }
    return String.format(
        Locale.ROOT,
        """
          WAL per request      %,.0f bytes, of which %,.0f in full-page images; %.1f records
          changesets per request %.1f
          changesets per batch %s
        """,
        each(cost.wal().bytes()),
        each(cost.wal().imageBytes()),
        each(cost.wal().records()),
        each(cost.changesets()),
        cost.changesetsPerBatch());
  }

  double millis(double percentile) {
    return millis(tally, percentile);
  }

  private static double millis(Tally tally, double percentile) {
    return tally.latency(percentile).toNanos() / 1e6;
  }

  /**
   * Returns the processor time of a request in the service and in PostgreSQL, in microseconds. The
   * load driver is excluded.
   */
  double servedMicros() {
    return perRequest(cost.usage().service().plus(cost.usage().postgres()));
  }

  double walBytes() {
    return each(cost.wal().bytes());
  }

  double walRecords() {
    return each(cost.wal().records());
  }

  private double perRequest(Duration used) {
    return each(used.toNanos()) / 1e3;
  }

  private double each(long all) {
    return tally.answers() == 0 ? 0 : (double) all / tally.answers();
  }

  private double cores(Duration used) {
    return tally.elapsed().isZero() ? 0 : seconds(used) / seconds(tally.elapsed());
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
