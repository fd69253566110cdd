package florin.bench.simulate.fiber;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What one activity waits for and another gives. */
public final class Reply<T> {
  private @Nullable T value;
  private @Nullable Fiber waiting;

  /** The first one given counts. */
  public void give(T given) {
    if (value == null) {
      value = given;
      if (waiting != null) {
        Fibers.wake(waiting);
      }
    }
  }

  /** Empty when nothing has come in time. */
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
