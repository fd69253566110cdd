package florin.bench.simulate.fiber;

import java.util.concurrent.locks.LockSupport;

/** An activity of a simulation: a virtual thread that runs only during its turns. */
final class Fiber implements Comparable<Fiber> {
  private final Fibers fibers;
  private final Life life;
  private final Thread thread;
  private volatile boolean hasTurn;

  /** The time of the next turn; {@link #place} orders fibers that are due at the same time. */
  private long dueNanos;

  private long place;
  private boolean hasEnded;

  Fiber(Fibers fibers, Life life, Runnable work) {
    this.fibers = fibers;
    this.life = life;
    this.thread = Thread.ofVirtual().unstarted(() -> fibers.run(this, work));
  }

  Fibers fibers() {
    return fibers;
  }

  Life life() {
    return life;
  }

  void end() {
    hasEnded = true;
  }

  boolean hasEnded() {
    return hasEnded;
  }

  long dueNanos() {
    return dueNanos;
  }

  void setDue(long nanos, long at) {
    dueNanos = nanos;
    place = at;
  }

  void giveTurn() {
    hasTurn = true;
    if (thread.getState() == Thread.State.NEW) {
      thread.start();
    } else {
      LockSupport.unpark(thread);
    }
  }

  void awaitTurn() {
    while (!hasTurn) {
      LockSupport.park(this);
    }
    hasTurn = false;
  }

  @Override
  public int compareTo(Fiber other) {
    int byTime = Long.compare(dueNanos, other.dueNanos);
    return byTime != 0 ? byTime : Long.compare(place, other.place);
  }
}
