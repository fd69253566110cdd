package florin.http;

import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;

/**
 * Gives each request a thread, and has whoever reads requests off the sockets wait while too many
 * have not begun. Otherwise a client that takes its requests back at once (CVE-2023-44487) may have
 * any number of them: its streams are closed, so their bound does not hold, and the {@link Door}
 * has not seen them. One that has begun never waits for the reader before the Door has counted it,
 * so the wait ends.
 */
final class RequestStarts implements Executor {
  private static final int MOST_WAITING = 256;

  private final Executor threads;
  private final Semaphore waiting = new Semaphore(MOST_WAITING);

  RequestStarts(Executor threads) {
    this.threads = threads;
  }

  @Override
  public void execute(Runnable request) {
    waiting.acquireUninterruptibly();
    boolean given = false;
    try {
      threads.execute(() -> {
        waiting.release();
        request.run();
      });
      given = true;
    } finally {
      if (!given) {
        waiting.release();
      }
    }
  }
}
