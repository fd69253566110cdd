package florin.db;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the wait of those who have waited long enough. One thread looks at all of them now and then,
 * since a timer for each, set and cancelled with every request, costs more than the wait itself.
 */
final class Sweeper implements AutoCloseable {
  /** By how much anybody waits longer than he wanted to. */
  private static final Duration PERIOD = Duration.ofMillis(50);

  /** Somebody who waits without a timer of his own. */
  interface Waiter {
    /** As {@link System#nanoTime} has it. */
    long deadlineNanos();

    /** Nothing happens to whoever has his answer already. */
    void abandon();
  }

  private static final Logger LOG = LoggerFactory.getLogger(Sweeper.class);

  private final Set<Waiter> waiting = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  Sweeper(String name) {
    Thread.ofVirtual().name("sweeper-" + name).start(this::run);
  }

  void add(Waiter waiter) {
    waiting.add(waiter);
  }

  void remove(Waiter waiter) {
    waiting.remove(waiter);
  }

  private void run() {
    try {
      while (!closed || !waiting.isEmpty()) {
        Thread.sleep(PERIOD);
        abandonLate();
      }
    } catch (InterruptedException never) {
      Thread.currentThread().interrupt();
    }
  }

  /** Without it nobody's wait would have an end, so nothing may end it. */
  private void abandonLate() {
    try {
      long now = System.nanoTime();
      waiting.stream().filter(waiter -> waiter.deadlineNanos() - now < 0).forEach(Waiter::abandon);
    } catch (RuntimeException | Error failed) {
      LOG.error("those who have waited long enough could not be told", failed);
    }
  }

  /** Who waits now is still looked after. */
  @Override
  public void close() {
    closed = true;
  }
}
