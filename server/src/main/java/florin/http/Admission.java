package florin.http;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Decides at the door whether a request may run: who has a permit runs to its end, who gets none is
 * told to come back and nothing of it is executed. The last permits are for those who come first.
 *
 * <p>A few may wait for a moment, no more than run: a permit that is given back is taken at once by
 * whoever comes first of them. Without them it would lie idle until the next request happens to
 * come, and what comes by chance meets commits that have just begun. See decision 032.
 */
final class Admission {
  private final int permits;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Precedence, Deque<Waiter>> waiters = new EnumMap<>(Precedence.class);
  private int inFlight;
  private int waiting;

  private static final class Waiter {
    private final Condition turn;
    private boolean hasPermit;

    private Waiter(Condition turn) {
      this.turn = turn;
    }
  }

  Admission(int permits) {
    this.permits = permits;
    for (Precedence precedence : Precedence.values()) {
      waiters.put(precedence, new ArrayDeque<>());
    }
  }

  /** A first look, before the body is read; {@link #tryEnter} and {@link #enter} decide. */
  boolean hasRoom(Precedence precedence) {
    lock.lock();
    try {
      return inFlight < precedence.of(permits) || mayWait(precedence);
    } finally {
      lock.unlock();
    }
  }

  /** Does not wait. */
  boolean tryEnter(Precedence precedence) {
    lock.lock();
    try {
      return tookPermit(precedence);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for a permit where there is a place to wait.
   *
   * @param most to wait
   */
  boolean enter(Precedence precedence, Duration most) {
    lock.lock();
    try {
      return tookPermit(precedence) || (mayWait(precedence) && awaitsTurn(precedence, most));
    } finally {
      lock.unlock();
    }
  }

  /** Gives the permit back, or on to who waits. */
  void leave() {
    lock.lock();
    try {
      inFlight--;
      for (Precedence precedence : Precedence.values()) {
        Deque<Waiter> queue = of(precedence);
        while (!queue.isEmpty() && tookPermit(precedence)) {
          Waiter next = queue.remove();
          next.hasPermit = true;
          next.turn.signal();
        }
      }
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

  int waiting() {
    lock.lock();
    try {
      return waiting;
    } finally {
      lock.unlock();
    }
  }

  private boolean tookPermit(Precedence precedence) {
    boolean isFree = inFlight < precedence.of(permits);
    inFlight += isFree ? 1 : 0;
    return isFree;
  }

  private boolean mayWait(Precedence precedence) {
    return precedence.waits() && waiting < precedence.of(permits);
  }

  private boolean awaitsTurn(Precedence precedence, Duration most) {
    var waiter = new Waiter(lock.newCondition());
    Deque<Waiter> queue = of(precedence);
    queue.add(waiter);
    waiting++;
    try {
      long left = most.toNanos();
      while (!waiter.hasPermit && left > 0) {
        left = waiter.turn.awaitNanos(left);
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    } finally {
      waiting--;
      queue.remove(waiter);
    }
    return waiter.hasPermit;
  }

  private Deque<Waiter> of(Precedence precedence) {
    return Objects.requireNonNull(waiters.get(precedence));
  }
}
