package florin.bench.crash;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Who ask a service again and again, each for itself, until they are told to stop. */
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
   * One more.
   *
   * @param act one thing, from its beginning as far as it comes
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

  /** A client that is told what nobody can read says so, and goes on. */
  private void carryOut(Runnable act) {
    try {
      act.run();
    } catch (RuntimeException failed) {
      verdict.broken(Promise.NO_BUG, "a client could not go on: " + failed);
    }
  }

  /** What is under way goes on, and asks again; nothing new is begun. */
  void pause() {
    isPaused = true;
  }

  void resume() {
    isPaused = false;
  }

  /** Returns when what was under way has come to its end. */
  @Override
  public void close() {
    isOver = true;
    threads.forEach(Buyer::join);
  }
}
