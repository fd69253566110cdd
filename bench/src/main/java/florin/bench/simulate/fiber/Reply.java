package florin.bench.simulate.fiber;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A value that one fiber waits for and another one gives. */
public final class Reply<T> {
  private @Nullable T value;
  private @Nullable Fiber waiting;

  /** Gives the value. Only the first call has an effect. */
  public void give(T given) {
    if (value == null) {
      value = given;
      if (waiting != null) {
        Fibers.wake(waiting);
      }
    }
  }

  /** Waits for the value. Returns empty if it isn't given in time. */
  public Optional<T> await(Duration patience) {
    long until = Fibers.nanoTime() + patience.toNanos();
    waiting = Fibers.self();
    try {
      while (value == null && Fibers.nanoTime() < until) {
        Fibers.parkFor(until - Fibers.nanoTime());
      }
    } finally {
      waiting = null;
    }
    return Optional.ofNullable(value);
  }
}
