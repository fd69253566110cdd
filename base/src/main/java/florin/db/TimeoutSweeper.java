package florin.db;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A background thread that ends waits at their deadline. It checks all of them periodically,
 * because a timer for each request costs more than the wait itself. It rests while nothing waits.
 */
final class TimeoutSweeper implements AutoCloseable {
  /** The period of the checks, by which a wait may exceed its deadline. */
  private static final Duration PERIOD = Duration.ofMillis(50);

  /** A waiting thread without a timer of its own. */
  interface Waiter {
    /** Returns the deadline, a value of {@link System#nanoTime}. */
    long deadlineNanos();

    /** Ends the wait. It has no effect if the result is already there. */
    void abandon();
  }

  private static final Logger LOG = LoggerFactory.getLogger(TimeoutSweeper.class);

  private final Set<Waiter> waiting = ConcurrentHashMap.newKeySet();
  private final Thread thread;
  private volatile boolean closed;

  /** Whether the thread may be resting, and must be woken. It is set before the last look. */
  private volatile boolean isResting;

  TimeoutSweeper(String name) {
    this(Thread.ofVirtual().name("sweeper-" + name).factory());
  }

  TimeoutSweeper(ThreadFactory threads) {
    this.thread = threads.newThread(this::run);
    thread.start();
  }

  void add(Waiter waiter) {
    waiting.add(waiter);
    if (isResting) {
      LockSupport.unpark(thread);
    }
  }

  void remove(Waiter waiter) {
    waiting.remove(waiter);
  }

  private void run() {
    try {
      while (!closed || !waiting.isEmpty()) {
        rest();
        Thread.sleep(PERIOD);
        abandonLate();
      }
    } catch (InterruptedException never) {
      Thread.currentThread().interrupt();
    }
  }

  private void rest() {
    isResting = true;
    while (waiting.isEmpty() && !closed) {
      LockSupport.park(this);
    }
    isResting = false;
  }

  /** Ends overdue waits. Other waits depend on this thread, so no failure may end it. */
  private void abandonLate() {
    try {
      long now = System.nanoTime();
      waiting.stream().filter(waiter -> waiter.deadlineNanos() - now < 0).forEach(Waiter::abandon);
    } catch (RuntimeException | Error failed) {
      LOG.error("those who have waited long enough could not be told", failed);
    }
  }

  /** Stops the thread once the current waits have ended. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
