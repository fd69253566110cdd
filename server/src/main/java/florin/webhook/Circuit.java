package florin.webhook;

import java.time.Duration;

/**
 * Whether an endpoint is worth calling, as this node has seen it. It opens after some failures in a
 * row; then there are no calls for a while, which costs the deliveries none of their attempts; then
 * one call at a time tries it, until one succeeds. Not safe for use by several threads.
 */
final class Circuit {
  /** So many failures in a row open it. */
  static final int THRESHOLD = 5;

  /** The first pause; each failure that follows one doubles it. */
  static final Duration FIRST_PAUSE = Duration.ofSeconds(5);

  static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

  private int failures;
  private long openUntilNanos;

  /** Whether nothing may start, or one call at most. */
  boolean isOpen() {
    return failures >= THRESHOLD;
  }

  /**
   * @param inFlight calls that are under way
   */
  boolean lets(int inFlight, long nowNanos) {
    return !isOpen() || (inFlight == 0 && nowNanos - openUntilNanos >= 0);
  }

  void succeeded() {
    failures = 0;
  }

  /** What was under way when it opened, and fails now, tells nothing new. */
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
