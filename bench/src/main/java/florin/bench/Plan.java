package florin.bench;

import florin.bench.load.HttpLoad.Limits;
import java.time.Duration;
import java.util.List;

/**
 * How long a full run takes over each part, and of how much.
 *
 * @param warmUp of the same load before each measurement, for the compiler
 * @param time of a measurement
 * @param listTime of each list
 * @param plainConnections what plain JDBC is tried with: the best counts
 * @param few how many stored payments count as few
 * @param many and as many
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

  /** Plain JDBC needs little warming. */
  Limits plainLoad(int connections) {
    return new Limits(connections, time.dividedBy(2), Long.MAX_VALUE);
  }

  Limits listLoad() {
    return new Limits(LIST_CONNECTIONS, listTime, Long.MAX_VALUE);
  }
}
