package florin.connector;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A circuit breaker for new operations at a provider. After several failures in a row it is open
 * for a while. Then one caller tries, and its result decides for all.
 */
public final class ProviderCircuit {
  /** The number of failures in a row that open it. */
  public static final int FAILURES = 5;

  public static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
  static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);

  private final LongSupplier nanoTime;
  private int failures;
  private boolean isOpen;
  private boolean isTried;
  private long opened;
  private Duration pause = FIRST_PAUSE;

  /**
   * Creates a closed circuit.
   *
   * @param nanoTime {@link System#nanoTime()}
   */
  public ProviderCircuit(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Returns whether the caller may call. If so, the caller must report the result. */
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

  /** Records a success. Returns whether that closed it. */
  synchronized boolean succeeded() {
    boolean closes = isOpen;
    isOpen = false;
    isTried = false;
    failures = 0;
    pause = FIRST_PAUSE;
    return closes;
  }

  /** Records a failure. Returns whether that opened it. */
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
