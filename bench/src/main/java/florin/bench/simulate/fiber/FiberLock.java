package florin.bench.simulate.fiber;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Replaces {@link java.util.concurrent.locks.ReentrantLock}. It is always fair. */
public final class FiberLock {
  private final Deque<Fiber> waiting = new ArrayDeque<>();
  private @Nullable Fiber owner;
  private int holds;

  public FiberLock() {}

  /**
   * Creates a lock.
   *
   * @param isFair ignored
   */
  public FiberLock(boolean isFair) {}

  public void lock() {
    Fiber self = Fibers.self();
    while (!tryLock()) {
      waiting.add(self);
      try {
        Fibers.park();
      } finally {
        waiting.remove(self);
      }
    }
  }

  public boolean tryLock() {
    Fiber self = Fibers.self();
    if (owner != null && owner != self) {
      return false;
    }
    owner = self;
    holds++;
    return true;
  }

  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    Fiber self = Fibers.self();
    long until = Fibers.nanoTime() + unit.toNanos(time);
    while (!tryLock()) {
      if (Fibers.nanoTime() >= until) {
        return false;
      }
      waiting.add(self);
      try {
        Fibers.parkFor(until - Fibers.nanoTime());
      } finally {
        waiting.remove(self);
      }
    }
    return true;
  }

  public void unlock() {
    holds--;
    if (holds == 0) {
      owner = null;
      Fiber next = waiting.peek();
      if (next != null) {
        Fibers.wake(next);
      }
    }
  }
}
