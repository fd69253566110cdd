package florin.webhook;

import java.util.Optional;

/** How long answers took, counted in buckets: so that those of many can be added up. */
final class LatencyBuckets {
  /** The upper ends, in milliseconds; what takes longer is in one bucket more. */
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
   * Within how many milliseconds 95 of 100 answers came: the end of the bucket of the 95th. Empty
   * without answers.
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
