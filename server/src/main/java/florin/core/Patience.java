package florin.core;

import java.time.Duration;
import java.util.function.Supplier;

/**
 * How long whoever asks still wants to know. A request that has waited for a network or another
 * commit does not wait its full time once more.
 */
public final class Patience {
  private static final ScopedValue<Long> DEADLINE = ScopedValue.newInstance();

  /** Also who is late gets what a healthy database needs. */
  private static final Duration LEAST = Duration.ofMillis(500);

  /** Who has less than this left does not wait for others. */
  private static final Duration PRESSING = Duration.ofSeconds(1);

  private Patience() {}

  /**
   * Runs work whose commits and grouped reads wait until then at most.
   *
   * @param deadlineNanos as {@link System#nanoTime} has it
   */
  public static <T> T within(long deadlineNanos, Supplier<T> work) {
    return ScopedValue.where(DEADLINE, deadlineNanos).call(work::get);
  }

  /** Whether it is late already, or nobody's request at all, as what recovery does. */
  public static boolean isPressing() {
    return !DEADLINE.isBound() || DEADLINE.get() - System.nanoTime() < PRESSING.toNanos();
  }

  /** What is left of the usual time. */
  public static Duration left(Duration usual) {
    if (!DEADLINE.isBound()) {
      return usual;
    }
    Duration left = Duration.ofNanos(DEADLINE.get() - System.nanoTime());
    Duration bounded = left.compareTo(usual) < 0 ? left : usual;
    return bounded.compareTo(LEAST) < 0 ? LEAST : bounded;
  }
}
