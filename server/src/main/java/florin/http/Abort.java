package florin.http;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Connection;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.QuietException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Ends a request without an answer: resets its stream, or closes its connection where that carries
 * nothing else. Can be kept when the request itself is not to be touched any more.
 */
final class Abort {
  /** For a reset to leave the house; past it the client has stopped reading altogether. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Connection connection;
  private final Scheduler scheduler;
  private final String stream;

  Abort(Request request) {
    this.connection = request.getConnectionMetaData().getConnection();
    this.scheduler = request.getConnectionMetaData().getConnector().getScheduler();
    this.stream = request.getId();
  }

  /** Why it was, for Jetty, which is to keep quiet of it. */
  static final class ShedException extends QuietException.RuntimeException {
    ShedException(String why) {
      super(why);
    }
  }

  /**
   * @param error says whether anything was done (RFC 9113, section 7)
   */
  void now(ErrorCode error) {
    if (connection instanceof HTTP2Connection http2) {
      Stream open = http2.getSession().getStream(Integer.parseInt(stream));
      if (open != null) {
        Scheduler.Task close =
            scheduler.schedule(this::connection, PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        open.reset(new ResetFrame(open.getId(), error.code), Callback.from(close::cancel));
      }
    } else {
      connection();
    }
  }

  /** The whole connection, with all that it carries. */
  void connection() {
    connection
        .getEndPoint()
        .close(new ShedException("closed on a client that we have no room for"));
  }
}
