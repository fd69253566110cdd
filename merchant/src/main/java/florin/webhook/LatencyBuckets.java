package florin.webhook;

import java.util.Optional;

/** Response times, counted in buckets, so that the counts of several hours can be added. */
final class LatencyBuckets {
  /** The upper bounds in milliseconds; one more bucket has everything slower. */
  private static final int[] ENDS_MS = {
    5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000, 7500, 10_000,
    15_000
  };

  static final int COUNT = ENDS_MS.length + 1;

  private LatencyBuckets() {}

  static int of(long latencyMs) {
    int bucket = 0;
    while (bucket < ENDS_MS.length && latencyMs > ENDS_MS[bucket]) {
      bucket++;
    }
    return bucket;
  }

  /**
   * Returns the 95th percentile in milliseconds, as the upper bound of its bucket. Empty without
   * responses.
   */
  static Optional<Integer> p95Ms(long[] counts) {
    long all = 0;
    for (long count : counts) {
      all += count;
    }
    long below = 0;
    for (int i = 0; i < counts.length && all > 0; i++) {
      below += counts[i];
      if (below * 100 >= all * 95) {
        return Optional.of(ENDS_MS[Math.min(i, ENDS_MS.length - 1)]);
      }
    }
    return Optional.empty();
  }
}
