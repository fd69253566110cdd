package florin.bench.crash;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Concurrent clients that repeat their operation until they are stopped. */
final class Clients implements AutoCloseable {
  private static final Duration LULL = Duration.ofMillis(10);
  private static final Duration LOOK = Duration.ofMillis(200);

  private final Verdict verdict;
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean isOver;
  private volatile boolean isPaused;

  Clients(Verdict verdict) {
    this.verdict = verdict;
  }

  /**
   * Starts another client.
   *
   * @param act one operation, with its follow-ups as far as they succeed
   */
  void start(Runnable act) {
    threads.add(Thread.startVirtualThread(() -> goOn(act)));
  }

  private void goOn(Runnable act) {
    while (!isOver) {
      if (!isPaused) {
        carryOut(act);
      }
      LockSupport.parkNanos((isPaused ? LOOK : LULL).toNanos());
    }
  }

  /** Carries out the operation. A client that can't parse a response reports it and continues. */
  private void carryOut(Runnable act) {
    try {
      act.run();
    } catch (RuntimeException failed) {
      verdict.broken(Invariant.NO_BUG, "a client failed: " + failed);
    }
  }

  /** Starts no new operations. Operations in flight continue, including their retries. */
  void pause() {
    isPaused = true;
  }

  void resume() {
    isPaused = false;
  }

  /** Stops all clients and waits until operations in flight have ended. */
  @Override
  public void close() {
    isOver = true;
    threads.forEach(Buyer::join);
  }
}
