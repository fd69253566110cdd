package florin.connector.instance;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Whether a provider is asked for anything new. After failures in a row it is not, for a while;
 * then one caller tries, and what comes of that decides for all.
 */
final class ProviderCircuit {
  /** In a row. */
  static final int FAILURES = 5;

  static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
  static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);

  private final LongSupplier nanoTime;
  private int failures;
  private boolean isOpen;
  private boolean isTried;
  private long opened;
  private Duration pause = FIRST_PAUSE;

  /**
   * @param nanoTime {@link System#nanoTime()}
   */
  ProviderCircuit(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Whether the caller may ask; whoever may must say what came of it. */
  synchronized boolean tryEnter() {
    if (!isOpen) {
      return true;
    }
    boolean rested = nanoTime.getAsLong() - opened >= pause.toNanos();
    if (isTried || !rested) {
      return false;
    }
    isTried = true;
    return true;
  }

  /** Returns whether that closed it. */
  synchronized boolean succeeded() {
    boolean closes = isOpen;
    isOpen = false;
    isTried = false;
    failures = 0;
    pause = FIRST_PAUSE;
    return closes;
  }

  /** Returns whether that opened it. */
  synchronized boolean failed() {
    if (isOpen) {
      if (isTried) {
        isTried = false;
        opened = nanoTime.getAsLong();
        pause = Collections.min(List.of(pause.multipliedBy(2), LONGEST_PAUSE));
      }
      return false;
    }
    failures++;
    if (failures < FAILURES) {
      return false;
    }
    isOpen = true;
    isTried = false;
    opened = nanoTime.getAsLong();
    return true;
  }

  synchronized boolean isOpen() {
    return isOpen;
  }
}
