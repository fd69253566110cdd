package florin.http;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http2.SessionContainer;
import org.eclipse.jetty.http2.server.AbstractHTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.IdleTimeout;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Drains connections when the server stops, so that a client's next request goes to another node
 * and is never rejected as too late. For HTTP/1, the next response on each connection announces
 * that it is the last (RFC 9112, section 9.6). An HTTP/2 client is immediately told to start no
 * more requests, and which request is the last one processed (GOAWAY, RFC 9113, section 6.8). So
 * the client knows that later requests had no effect.
 */
final class ConnectionDraining extends Handler.Wrapper {
  /**
   * The divisor for the part of the stop timeout that draining may take. It exceeds the time of a
   * request, because a client that waits for one may send another on an open connection.
   */
  private static final int SHARE = 2;

  /** The divisor for the silence after which a connection is not in use. */
  private static final int QUIET_SHARE = 20;

  private static final Duration LOOK = Duration.ofMillis(5);

  private final Connector connector;
  private final Duration longest;
  private final Duration quiet;
  private final AtomicInteger running = new AtomicInteger();
  private volatile boolean begun;

  ConnectionDraining(Connector connector, HttpConfig.Limits limits) {
    this.connector = connector;
    this.longest = limits.stopTimeout().dividedBy(SHARE);
    this.quiet = limits.stopTimeout().dividedBy(QUIET_SHARE);
  }

  /**
   * Drains the connections. Returns when no request runs and no connection is in use, or at the
   * time limit. The port must be closed: each connection brings one more request at most.
   */
  void say() throws InterruptedException {
    begun = true;
    connector.getConnectionFactories().stream()
        .filter(AbstractHTTP2ServerConnectionFactory.class::isInstance)
        .map(AbstractHTTP2ServerConnectionFactory.class::cast)
        .flatMap(http2 -> http2.getBeans(SessionContainer.class).stream())
        .forEach(sessions -> {
          var _ = sessions.shutdown();
        });
    long end = System.nanoTime() + longest.toNanos();
    while (isAnybodyThere() && System.nanoTime() < end) {
      Thread.sleep(LOOK);
    }
  }

  private boolean isAnybodyThere() {
    return running.get() > 0
        || connector.getConnectedEndPoints().stream()
            .anyMatch(
                end -> end instanceof IdleTimeout used && used.getIdleFor() < quiet.toMillis());
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    boolean isHttp1 =
        request.getConnectionMetaData().getHttpVersion().getVersion()
            <= HttpVersion.HTTP_1_1.getVersion();
    running.incrementAndGet();
    Callback done = Callback.from(running::decrementAndGet, callback);
    try {
      return super.handle(request, isHttp1 ? new Last(request, response) : response, done);
    } catch (Exception | Error bug) {
      running.decrementAndGet(); // a later writer of the response has no callback of this class
      throw bug;
    }
  }

  /**
   * A response that closes its connection if it is written after the stop began, even if its
   * request began before.
   */
  private final class Last extends Response.Wrapper {
    private Last(Request request, Response response) {
      super(request, response);
    }

    @Override
    public void write(boolean last, ByteBuffer content, Callback callback) {
      if (begun && !isCommitted()) {
        getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
      }
      super.write(last, content, callback);
    }
  }
}
