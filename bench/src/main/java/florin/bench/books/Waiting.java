package florin.bench.books;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waits for what the service does in the background. */
final class Waiting {
  private static final Duration LONGEST = Duration.ofMinutes(1);
  private static final Duration PAUSE = Duration.ofMillis(100);

  private Waiting() {}

  /** What may become true. */
  @FunctionalInterface
  interface Condition {
    boolean holds() throws IOException;
  }

  /**
   * Waits for a condition.
   *
   * @throws IOException if it doesn't hold within a minute; the message has its description
   */
  static void until(String what, Condition condition) throws IOException {
    long end = System.nanoTime() + LONGEST.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() > end) {
        throw new IOException("not within " + LONGEST + ": " + what);
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }
}
