package florin.connector;

import java.time.Duration;

/**
 * The moment until which an answer is of use, on this machine's monotonic clock: it does not move
 * when the wall clock is set.
 *
 * @param nanoTime a value of {@link System#nanoTime()}; compared by difference only, because it may
 *     overflow
 */
public record Deadline(long nanoTime) {
  public static Deadline in(Duration time) {
    return new Deadline(System.nanoTime() + time.toNanos());
  }

  /** Zero once it has passed, never negative. */
  public Duration remaining() {
    return Duration.ofNanos(Math.max(0, nanoTime - System.nanoTime()));
  }

  public boolean hasPassed() {
    return nanoTime - System.nanoTime() <= 0;
  }
}
