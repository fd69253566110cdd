package florin.bench.simulate.fiber;

import java.util.ArrayList;
import java.util.List;

/** The owner of fibers: a node from its start to its crash, or the simulation's surroundings. */
public final class Life {
  private final String name;
  private final List<Fiber> fibers = new ArrayList<>();
  private boolean isOver;
  private long stillUntilNanos = Long.MIN_VALUE;

  public Life(String name) {
    this.name = name;
  }

  public boolean isOver() {
    return isOver;
  }

  List<Fiber> fibers() {
    return fibers;
  }

  void end() {
    isOver = true;
  }

  void standStill(long untilNanos) {
    stillUntilNanos = Math.max(stillUntilNanos, untilNanos);
  }

  /** Returns the earliest time from `nanos` on at which its fibers may run. */
  long notBefore(long nanos) {
    return isOver ? nanos : Math.max(nanos, stillUntilNanos);
  }

  @Override
  public String toString() {
    return name;
  }
}
