package florin.core;

import java.time.Duration;
import java.util.function.Supplier;

/**
 * The deadline of the current request. A request that has waited for a network or for another
 * commit does not wait its full time again.
 */
public final class RequestDeadline {
  private static final ScopedValue<Long> DEADLINE = ScopedValue.newInstance();

  /** The minimum wait, even past the deadline: long enough for a healthy database. */
  private static final Duration LEAST = Duration.ofMillis(500);

  /** The remaining time below which a request does not wait for others. */
  private static final Duration PRESSING = Duration.ofSeconds(1);

  private RequestDeadline() {}

  /**
   * Runs work whose commits and grouped reads wait until the deadline at most.
   *
   * @param deadlineNanos a value of {@link System#nanoTime}
   */
  public static <T> T within(long deadlineNanos, Supplier<T> work) {
    return ScopedValue.where(DEADLINE, deadlineNanos).call(work::get);
  }

  /**
   * Returns whether little time is left, or the work belongs to no request, recovery's for example.
   */
  public static boolean isPressing() {
    return !DEADLINE.isBound() || DEADLINE.get() - System.nanoTime() < PRESSING.toNanos();
  }

  /** Returns the remaining part of the usual time. */
  public static Duration left(Duration usual) {
    if (!DEADLINE.isBound()) {
      return usual;
    }
    Duration left = Duration.ofNanos(DEADLINE.get() - System.nanoTime());
    Duration bounded = left.compareTo(usual) < 0 ? left : usual;
    return bounded.compareTo(LEAST) < 0 ? LEAST : bounded;
  }
}
