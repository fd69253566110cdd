package florin.http;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Checks once a second everything that has a timeout; one timer for each would slow every honest
 * client.
 */
abstract class Sweep extends AbstractLifeCycle {
  private static final Duration PAUSE = Duration.ofSeconds(1);

  final ServerConnector connector;
  final Duration timeout;
  private Scheduler.@Nullable Task next;

  Sweep(ServerConnector connector, Duration timeout) {
    this.connector = connector;
    this.timeout = timeout;
  }

  /** Checks all of them now. */
  abstract void sweep();

  @Override
  protected synchronized void doStart() {
    next = schedule();
  }

  @Override
  protected synchronized void doStop() {
    if (next != null) {
      next.cancel();
      next = null;
    }
  }

  private Scheduler.Task schedule() {
    long millis = Math.min(PAUSE.toMillis(), Math.max(1, timeout.toMillis() / 4));
    return connector.getScheduler().schedule(this::run, millis, TimeUnit.MILLISECONDS);
  }

  private void run() {
    sweep();
    synchronized (this) {
      if (next != null) {
        next = schedule();
      }
    }
  }
}
