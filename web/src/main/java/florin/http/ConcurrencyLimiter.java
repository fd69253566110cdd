package florin.http;

import java.time.Duration;
import java.util.Comparator;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Decides whether a request may run. A request with a permit runs to its end; one without is asked
 * to retry and has no effect. The last permits are reserved for requests with higher priority.
 *
 * <p>A few requests may wait briefly for a permit, up to the number that may run. A returned permit
 * goes immediately to the first of them. Otherwise it would be idle until the next request happens
 * to arrive, which then misses the current group commit. See decision 032.
 */
final class ConcurrencyLimiter {
  private final int permits;
  private final ReentrantLock lock = new ReentrantLock();

  /** The waiting requests by priority, then in order of arrival. */
  private final NavigableSet<Permit> waiting =
      new TreeSet<>(
          Comparator.<Permit, RequestPriority>comparing(permit -> permit.priority)
              .thenComparingLong(permit -> permit.number));

  private int inFlight;
  private long tickets;

  ConcurrencyLimiter(int permits) {
    this.permits = permits;
  }

  /** A permit, or a position among the requests that wait for one. It is closed once. */
  final class Permit implements AutoCloseable {
    private final RequestPriority priority;
    private final long number;
    private final Condition said = lock.newCondition();
    private boolean hasPermit;

    private Permit(RequestPriority priority, long number) {
      this.priority = priority;
      this.number = number;
    }

    /**
     * Waits for a permit, and returns whether the request has one.
     *
     * @param most the longest time to wait for a permit
     */
    boolean await(Duration most) {
      lock.lock();
      try {
        long left = most.toNanos();
        while (waiting.contains(this) && left > 0) {
          left = said.awaitNanos(left);
        }
        return hasPermit;
      } catch (InterruptedException stopping) {
        Thread.currentThread().interrupt();
        return hasPermit;
      } finally {
        lock.unlock();
      }
    }

    /** Passes the permit to a waiting request, or returns it; or gives up the position. */
    @Override
    public void close() {
      lock.lock();
      try {
        if (hasPermit) {
          inFlight--;
          giveOn();
        } else {
          waiting.remove(this);
        }
      } finally {
        lock.unlock();
      }
    }

    private void takePermit() {
      inFlight++;
      hasPermit = true;
    }
  }

  /** Returns whether {@link #enter} would succeed. */
  boolean hasRoom(RequestPriority priority) {
    lock.lock();
    try {
      return isPermitFree(priority) || isPlaceFree(priority) || comesBeforeLast(priority);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes a permit or a waiting position without blocking. Empty if there is neither. A request may
   * take the position of the last one with lower priority.
   */
  Optional<Permit> enter(RequestPriority priority) {
    lock.lock();
    try {
      var permit = new Permit(priority, tickets++);
      if (isPermitFree(priority)) {
        permit.takePermit();
        return Optional.of(permit);
      }
      if (!isPlaceFree(priority)) {
        if (!comesBeforeLast(priority)) {
          return Optional.empty();
        }
        waiting.removeLast().said.signal();
      }
      waiting.add(permit);
      return Optional.of(permit);
    } finally {
      lock.unlock();
    }
  }

  int inFlight() {
    lock.lock();
    try {
      return inFlight;
    } finally {
      lock.unlock();
    }
  }

  private boolean isPermitFree(RequestPriority priority) {
    return inFlight < priority.of(permits);
  }

  private boolean isPlaceFree(RequestPriority priority) {
    return priority.waits() && waiting.size() < priority.of(permits);
  }

  private boolean comesBeforeLast(RequestPriority priority) {
    return priority.waits()
        && !waiting.isEmpty()
        && waiting.last().priority.compareTo(priority) > 0;
  }

  private void giveOn() {
    while (!waiting.isEmpty() && isPermitFree(waiting.first().priority)) {
      Permit next = waiting.removeFirst();
      next.takePermit();
      next.said.signal();
    }
  }
}
