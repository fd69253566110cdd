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
final class Admission {
  private final int permits;
  private final ReentrantLock lock = new ReentrantLock();

  /** The waiting requests by priority, then in order of arrival. */
  private final NavigableSet<Ticket> waiting =
      new TreeSet<>(
          Comparator.<Ticket, Precedence>comparing(ticket -> ticket.precedence)
              .thenComparingLong(ticket -> ticket.number));

  private int inFlight;
  private long tickets;

  Admission(int permits) {
    this.permits = permits;
  }

  /** A permit, or a position among the requests that wait for one. It is closed once. */
  final class Ticket implements AutoCloseable {
    private final Precedence precedence;
    private final long number;
    private final Condition said = lock.newCondition();
    private boolean hasPermit;

    private Ticket(Precedence precedence, long number) {
      this.precedence = precedence;
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
  boolean hasRoom(Precedence precedence) {
    lock.lock();
    try {
      return isPermitFree(precedence) || isPlaceFree(precedence) || comesBeforeLast(precedence);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes a permit or a waiting position without blocking. Empty if there is neither. A request may
   * take the position of the last one with lower priority.
   */
  Optional<Ticket> enter(Precedence precedence) {
    lock.lock();
    try {
      var ticket = new Ticket(precedence, tickets++);
      if (isPermitFree(precedence)) {
        ticket.takePermit();
        return Optional.of(ticket);
      }
      if (!isPlaceFree(precedence)) {
        if (!comesBeforeLast(precedence)) {
          return Optional.empty();
        }
        waiting.removeLast().said.signal();
      }
      waiting.add(ticket);
      return Optional.of(ticket);
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

  private boolean isPermitFree(Precedence precedence) {
    return inFlight < precedence.of(permits);
  }

  private boolean isPlaceFree(Precedence precedence) {
    return precedence.waits() && waiting.size() < precedence.of(permits);
  }

  private boolean comesBeforeLast(Precedence precedence) {
    return precedence.waits()
        && !waiting.isEmpty()
        && waiting.last().precedence.compareTo(precedence) > 0;
  }

  private void giveOn() {
    while (!waiting.isEmpty() && isPermitFree(waiting.first().precedence)) {
      Ticket next = waiting.removeFirst();
      next.takePermit();
      next.said.signal();
    }
  }
}
