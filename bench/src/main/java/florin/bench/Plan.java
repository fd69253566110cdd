package florin.bench;

import florin.bench.load.HttpLoad.Limits;
import java.time.Duration;
import java.util.List;

/**
 * The durations and sizes of a full run.
 *
 * @param warmUp duration of the same load before each measurement, for the JIT compiler
 * @param time duration of a measurement
 * @param listTime duration of each list
 * @param plainConnections numbers of connections that plain JDBC is measured with; the fastest
 *     counts
 * @param few number of stored payments that count as few
 * @param many number of stored payments that count as many
 */
record Plan(
    Duration warmUp,
    Duration time,
    Duration listTime,
    List<Integer> plainConnections,
    long few,
    long many) {
  private static final int CONNECTIONS = 64;
  private static final int LIST_CONNECTIONS = 4;

  static Plan full(long rows) {
    return new Plan(
        Duration.ofSeconds(10),
        Duration.ofSeconds(12),
        Duration.ofSeconds(1),
        List.of(1, 2, 4, 8, 16, 32),
        10_000,
        rows);
  }

  static Plan quick(long rows) {
    return new Plan(
        Duration.ofSeconds(2),
        Duration.ofMillis(2500),
        Duration.ofMillis(100),
        List.of(4, 8, 16),
        5_000,
        rows);
  }

  Limits warmUpLoad() {
    return new Limits(CONNECTIONS, warmUp, Long.MAX_VALUE);
  }

  Limits load() {
    return new Limits(CONNECTIONS, time, Long.MAX_VALUE);
  }

  /** Returns the limits of the plain JDBC load, which needs little warm-up. */
  Limits plainLoad(int connections) {
    return new Limits(connections, time.dividedBy(2), Long.MAX_VALUE);
  }

  Limits listLoad() {
    return new Limits(LIST_CONNECTIONS, listTime, Long.MAX_VALUE);
  }
}
