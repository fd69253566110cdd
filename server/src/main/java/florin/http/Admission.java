package florin.http;

import java.util.concurrent.Semaphore;

/**
 * Decides once, at the door, whether a request may run: who has a permit runs to its end, who gets
 * none is told to come back and nothing of it is executed. There is no queue: waiting requests
 * would only be answered later, all of them.
 */
final class Admission {
  private final int permits;
  private final Semaphore free;

  Admission(int permits) {
    this.permits = permits;
    this.free = new Semaphore(permits);
  }

  /** A first look, before the body is read; {@link #tryEnter} decides. */
  boolean hasRoom() {
    return free.availablePermits() > 0;
  }

  boolean tryEnter() {
    return free.tryAcquire();
  }

  void leave() {
    free.release();
  }

  int inFlight() {
    return permits - free.availablePermits();
  }
}
