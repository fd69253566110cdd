package florin.bench.load;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** The result of a run: the latency and the status of each response. */
public final class Tally {
  private static final int SIGNIFICANT_DIGITS = 3;

  private final Histogram latencies = new Histogram(SIGNIFICANT_DIGITS);
  private final Map<Integer, Long> statuses = new TreeMap<>();
  private long lost;
  private int connectionsReplaced;
  private Duration elapsed = Duration.ZERO;

  /** Counts a response and its latency in nanoseconds. */
  public void answered(int status, long nanos) {
    latencies.recordValue(Math.max(0, nanos));
    statuses.merge(status, 1L, Long::sum);
  }

  /** Counts a request without a response. */
  public void lost() {
    lost++;
  }

  /** Adds the result of another part of the same run, without its duration. */
  public void add(Tally part) {
    latencies.add(part.latencies);
    part.statuses.forEach((status, count) -> statuses.merge(status, count, Long::sum));
    lost += part.lost;
  }

  /** Sets the duration of the run. */
  public void ended(Duration after) {
    elapsed = after;
  }

  /** Counts a connection that ended and was reopened. */
  void replaced() {
    connectionsReplaced++;
  }

  /** Returns the number of connections that the service closed and the driver reopened. */
  public int connectionsReplaced() {
    return connectionsReplaced;
  }

  /** Returns the number of responses of any status. */
  public long answers() {
    return latencies.getTotalCount();
  }

  /** Returns the number of responses per second; 0 before the run has ended. */
  public double perSecond() {
    return elapsed.isZero() ? 0 : answers() * 1e9 / elapsed.toNanos();
  }

  /**
   * Returns a percentile of the latencies.
   *
   * @param percentile 0 to 100; 100 is the slowest response
   */
  public Duration latency(double percentile) {
    return Duration.ofNanos(latencies.getValueAtPercentile(percentile));
  }

  /** Returns the number of responses of each status. */
  public Map<Integer, Long> statuses() {
    return Map.copyOf(statuses);
  }

  /** Returns the number of requests without a response. */
  public long lostRequests() {
    return lost;
  }

  public Duration elapsed() {
    return elapsed;
  }

  /** Describes all responses other than 2xx; empty if there are none. */
  public String errors() {
    var text = new StringBuilder();
    statuses.forEach((status, count) -> {
      if (status / 100 != 2) {
        text.append(count).append(" × ").append(status).append("  ");
      }
    });
    if (lost > 0) {
      text.append(lost).append(" without a response");
    }
    return text.toString().strip();
  }
}
