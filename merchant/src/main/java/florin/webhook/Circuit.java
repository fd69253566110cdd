package florin.webhook;

import java.time.Duration;

/**
 * The circuit breaker of an endpoint on this node. It opens after some failures in a row. While it
 * is open there are no calls, and deliveries lose none of their attempts. Then single calls test
 * the endpoint until one succeeds. It is not thread-safe.
 */
final class Circuit {
  /** The number of failures in a row that opens the circuit. */
  static final int THRESHOLD = 5;

  /** The first pause; each further failure doubles it. */
  static final Duration FIRST_PAUSE = Duration.ofSeconds(5);

  static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

  private int failures;
  private long openUntilNanos;

  /** Returns whether at most one call may start. */
  boolean isOpen() {
    return failures >= THRESHOLD;
  }

  /**
   * Returns whether a call may start.
   *
   * @param inFlight the number of calls in flight
   */
  boolean lets(int inFlight, long nowNanos) {
    return !isOpen() || (inFlight == 0 && nowNanos - openUntilNanos >= 0);
  }

  void succeeded() {
    failures = 0;
  }

  /** Records a failure. Calls that were in flight when the circuit opened don't count. */
  void failed(long nowNanos) {
    if (isOpen() && nowNanos - openUntilNanos < 0) {
      return;
    }
    failures++;
    if (isOpen()) {
      int doublings = Math.min(failures - THRESHOLD, 20);
      long pause = Math.min(FIRST_PAUSE.toNanos() << doublings, LONGEST_PAUSE.toNanos());
      openUntilNanos = nowNanos + pause;
    }
  }
}
