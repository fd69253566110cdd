package florin.connector;

import java.time.Duration;

/**
 * The moment until which a response is useful, on this machine's monotonic clock, which does not
 * change when the wall clock is set.
 *
 * @param nanoTime a value of {@link System#nanoTime()}; compared by difference only, because it may
 *     overflow
 */
public record Deadline(long nanoTime) {
  public static Deadline in(Duration time) {
    return new Deadline(System.nanoTime() + time.toNanos());
  }

  /** Returns the remaining time: zero after the deadline, never negative. */
  public Duration remaining() {
    return Duration.ofNanos(Math.max(0, nanoTime - System.nanoTime()));
  }

  /** Waits. Returns false if the deadline comes first. */
  public boolean pause(Duration pause) {
    if (pause.compareTo(remaining()) >= 0) {
      return false;
    }
    try {
      Thread.sleep(pause);
      return true;
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  public boolean hasPassed() {
    return nanoTime - System.nanoTime() <= 0;
  }
}
