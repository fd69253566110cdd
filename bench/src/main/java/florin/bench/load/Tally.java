package florin.bench.load;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** What a run came to: how long each answer took, and of which status it was. */
public final class Tally {
  private static final int SIGNIFICANT_DIGITS = 3;

  private final Histogram latencies = new Histogram(SIGNIFICANT_DIGITS);
  private final Map<Integer, Long> statuses = new TreeMap<>();
  private long lost;
  private int connectionsReplaced;
  private Duration elapsed = Duration.ZERO;

  public void answered(int status, long nanos) {
    latencies.recordValue(Math.max(0, nanos));
    statuses.merge(status, 1L, Long::sum);
  }

  public void lost() {
    lost++;
  }

  /** Adds what another part of the same run came to; its duration stays that of the whole. */
  public void add(Tally part) {
    latencies.add(part.latencies);
    part.statuses.forEach((status, count) -> statuses.merge(status, count, Long::sum));
    lost += part.lost;
  }

  public void ended(Duration after) {
    elapsed = after;
  }

  /** A connection ended, and was opened again. */
  void replaced() {
    connectionsReplaced++;
  }

  /** Connections that the service ended, and that were opened again. */
  public int connectionsReplaced() {
    return connectionsReplaced;
  }

  public long answers() {
    return latencies.getTotalCount();
  }

  public double perSecond() {
    return elapsed.isZero() ? 0 : answers() * 1e9 / elapsed.toNanos();
  }

  /**
   * @param percentile 0 to 100; 100 is the slowest of all
   */
  public Duration latency(double percentile) {
    return Duration.ofNanos(latencies.getValueAtPercentile(percentile));
  }

  /** How many answers of each status. */
  public Map<Integer, Long> statuses() {
    return Map.copyOf(statuses);
  }

  /** Requests that were never answered. */
  public long lostRequests() {
    return lost;
  }

  public Duration elapsed() {
    return elapsed;
  }

  /** What is not 2xx, in words; empty when all went well. */
  public String errors() {
    var text = new StringBuilder();
    statuses.forEach((status, count) -> {
      if (status / 100 != 2) {
        text.append(count).append(" × ").append(status).append("  ");
      }
    });
    if (lost > 0) {
      text.append(lost).append(" unanswered");
    }
    return text.toString().strip();
  }
}
