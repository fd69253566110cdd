package florin.http;

import java.time.Duration;
import java.util.Comparator;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Decides at the door whether a request may run: who has a permit runs to its end, who gets none is
 * told to come back and nothing of it is executed. The last permits are for those who come first.
 *
 * <p>A few may wait for a moment, no more than run: a permit that is given back goes on at once to
 * whoever comes first of them. Without them it would lie idle until the next request happens to
 * come, and what comes by chance meets commits that have just begun. See decision 032.
 */
final class Admission {
  private final int permits;
  private final ReentrantLock lock = new ReentrantLock();

  /** First come first, of those that have the same precedence. */
  private final NavigableSet<Ticket> waiting =
      new TreeSet<>(
          Comparator.<Ticket, Precedence>comparing(ticket -> ticket.precedence)
              .thenComparingLong(ticket -> ticket.number));

  private int inFlight;
  private long tickets;

  Admission(int permits) {
    this.permits = permits;
  }

  /** A permit, or a place among those who wait for one. It is closed once. */
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
     * Whether it has a permit now, or got one while it was waited for.
     *
     * @param most to wait
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

    /** Gives the permit on to who waits for one, or back; or the place. */
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

  /** Whether {@link #enter} would find something. */
  boolean hasRoom(Precedence precedence) {
    lock.lock();
    try {
      return isPermitFree(precedence) || isPlaceFree(precedence) || comesBeforeLast(precedence);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Does not wait. Empty where there is neither a permit nor a place to wait for one: who comes
   * before others may have the place of the last of them.
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
