package florin.http;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.IdleTimeout;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * How connections end when the server stops: the next answer on each says that it is the last one
 * (RFC 9112, section 9.6), so that whoever asks all the time asks elsewhere next, and is never told
 * that it came too late. HTTP/2 has no such word in an answer.
 */
final class Farewell extends Handler.Wrapper {
  /** Of the time that a stop may take, at most so much is for this. */
  private static final int SHARE = 4;

  /** A connection on which nothing came for so much of that time is not in use. */
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

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    boolean isHttp1 =
        request.getConnectionMetaData().getHttpVersion().getVersion()
            <= HttpVersion.HTTP_1_1.getVersion();
    return super.handle(request, isHttp1 ? new Last(request, response) : response, callback);
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
