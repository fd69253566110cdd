package florin.demo;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The clock of a history: it stays where it was set, and advances slightly with each reading, so
 * that events are ordered. It never goes back.
 */
public final class HistoryClock implements InstantSource {
  private static final Duration STEP = Duration.ofMillis(3);

  private final AtomicReference<Instant> now;

  public HistoryClock(Instant start) {
    this.now = new AtomicReference<>(start);
  }

  @Override
  public Instant instant() {
    return now.updateAndGet(time -> time.plus(STEP));
  }

  void advanceTo(Instant time) {
    now.updateAndGet(before -> before.isAfter(time) ? before : time);
  }

  void advance(Duration time) {
    now.updateAndGet(before -> before.plus(time));
  }

  /** Returns the time without advancing it. */
  Instant peek() {
    return now.get();
  }
}
