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
 * How connections end when the server stops, so that whoever asks all the time asks elsewhere next,
 * and is never told that it came too late. Of HTTP/1 the next answer on each says that it is the
 * last one (RFC 9112, section 9.6). A connection of HTTP/2 is told at once to begin no more, and
 * which of its requests was the last that is answered (GOAWAY, RFC 9113, section 6.8): what came
 * after that its client knows to be untouched.
 */
final class Farewell extends Handler.Wrapper {
  /**
   * Of the time that a stop may take, at most so much is for this: longer than a request takes,
   * since whoever waits for one may bring another on a connection that was open before.
   */
  private static final int SHARE = 2;

  /** A connection on which nothing came for so much of that time is not in use. */
  private static final int QUIET_SHARE = 20;

  private static final Duration LOOK = Duration.ofMillis(5);

  private final Connector connector;
  private final Duration longest;
  private final Duration quiet;
  private final AtomicInteger running = new AtomicInteger();
  private volatile boolean begun;

  Farewell(Connector connector, HttpConfig.Limits limits) {
    this.connector = connector;
    this.longest = limits.stopTimeout().dividedBy(SHARE);
    this.quiet = limits.stopTimeout().dividedBy(QUIET_SHARE);
  }

  /**
   * Returns when no request runs and no connection is in use, or has been long enough. The port
   * must be closed: each connection brings one more request at most.
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
      running.decrementAndGet(); // who answers it then knows nothing of our callback
      throw bug;
    }
  }

  /** Whether it is the last one shows when it is written: it may have begun before the stop. */
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
