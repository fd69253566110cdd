package florin.http;

import java.time.Duration;
import org.eclipse.jetty.io.IdleTimeout;
import org.eclipse.jetty.server.Connector;

/**
 * How connections end when the server stops: the next answer on each says that it is the last one
 * (RFC 9112, section 9.6), so that whoever asks all the time asks elsewhere next, and is never told
 * that it came too late. HTTP/2 has no such word in an answer.
 */
final class Farewell {
  /** Of the time that a stop may take, at most so much is for this. */
  private static final int SHARE = 4;

  /** A connection on which nothing came for so much of that is not in use. */
  private static final int QUIET_SHARE = 20;

  private static final Duration LOOK = Duration.ofMillis(5);

  private final Connector connector;
  private final Duration longest;
  private final Duration quiet;
  private volatile boolean begun;

  Farewell(Connector connector, HttpConfig.Limits limits) {
    this.connector = connector;
    this.longest = limits.stopTimeout().dividedBy(SHARE);
    this.quiet = limits.stopTimeout().dividedBy(QUIET_SHARE);
  }

  /** Whether an answer is the last one on its connection. */
  boolean hasBegun() {
    return begun;
  }

  /** Returns when no connection is in use, or has been long enough. The port must be closed. */
  void say() throws InterruptedException {
    begun = true;
    long end = System.nanoTime() + longest.toNanos();
    while (isAnybodyThere() && System.nanoTime() < end) {
      Thread.sleep(LOOK);
    }
  }

  private boolean isAnybodyThere() {
    return connector.getConnectedEndPoints().stream()
        .anyMatch(end -> end instanceof IdleTimeout used && used.getIdleFor() < quiet.toMillis());
  }
}
