package florin.http;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Closes connections whose client lets a byte of a request's headers (or of a TLS handshake) drop
 * now and then, so that the idle timeout never comes. One sweep a second over all connections: a
 * timer for each request would cost every honest client something.
 */
final class SlowHeaders extends AbstractLifeCycle {
  private static final Duration SWEEP = Duration.ofSeconds(1);

  private final ServerConnector connector;
  private final Duration timeout;
  private Scheduler.@Nullable Task next;

  SlowHeaders(ServerConnector connector, Duration timeout) {
    this.connector = connector;
    this.timeout = timeout;
  }

  @Override
  protected synchronized void doStart() {
    next = scheduleSweep();
  }

  @Override
  protected synchronized void doStop() {
    if (next != null) {
      next.cancel();
      next = null;
    }
  }

  private Scheduler.Task scheduleSweep() {
    long millis = Math.min(SWEEP.toMillis(), Math.max(1, timeout.toMillis() / 4));
    return connector.getScheduler().schedule(this::sweep, millis, TimeUnit.MILLISECONDS);
  }

  private void sweep() {
    for (EndPoint socket : connector.getConnectedEndPoints()) {
      if (isTooSlow(socket.getConnection())) {
        socket.close();
      }
    }
    synchronized (this) {
      if (next != null) {
        next = scheduleSweep();
      }
    }
  }

  private boolean isTooSlow(@Nullable Connection connection) {
    return switch (connection) {
      case null -> false;
      case SslConnection tls -> isTooSlow(tls.getSslEndPoint().getConnection());
      case HttpConnection http1 -> isInHeaders(http1.getParser()) && isOver(http1.getParser());
      // Nothing asked yet: TLS and ALPN under way, or an HTTP/2 preface.
      default -> connection.getMessagesIn() <= 0 && isOver(connection);
    };
  }

  private static boolean isInHeaders(HttpParser parser) {
    return switch (parser.getState()) {
      case METHOD, SPACE1, URI, SPACE2, REQUEST_VERSION, HEADER -> true;
      default -> false;
    };
  }

  private boolean isOver(HttpParser parser) {
    return System.nanoTime() - parser.getBeginNanoTime() > timeout.toNanos();
  }

  private boolean isOver(Connection connection) {
    return System.currentTimeMillis() - connection.getCreatedTimeStamp() > timeout.toMillis();
  }
}
