package florin.http;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Decides once, at the door, whether a request may run: who has a permit runs to its end, who gets
 * none is told to come back and nothing of it is executed. There is no queue: waiting requests
 * would only be answered later, all of them. The last permits are for those who come first.
 */
final class Admission {
  private final int permits;
  private final AtomicInteger inFlight = new AtomicInteger();

  Admission(int permits) {
    this.permits = permits;
  }

  /** A first look, before the body is read; {@link #tryEnter} decides. */
  boolean hasRoom(Precedence precedence) {
    return inFlight.get() < precedence.of(permits);
  }

  boolean tryEnter(Precedence precedence) {
    int bound = precedence.of(permits);
    return inFlight.getAndUpdate(now -> now < bound ? now + 1 : now) < bound;
  }

  void leave() {
    inFlight.decrementAndGet();
  }

  int inFlight() {
    return inFlight.get();
  }
}
