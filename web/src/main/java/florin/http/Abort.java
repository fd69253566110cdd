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
 * Ends a request without a response: it resets the stream, or closes the connection if that has
 * nothing else. It can outlive the request itself.
 */
final class Abort {
  /** The time for sending a reset; after that, the client has stopped reading altogether. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Connection connection;
  private final Scheduler scheduler;
  private final String stream;

  Abort(Request request) {
    this.connection = request.getConnectionMetaData().getConnection();
    this.scheduler = request.getConnectionMetaData().getConnector().getScheduler();
    this.stream = request.getId();
  }

  /** The reason of an abort, for Jetty, which must not log it. */
  static final class ShedException extends QuietException.RuntimeException {
    ShedException(String why) {
      super(why);
    }
  }

  /**
   * Aborts the request.
   *
   * @param error tells the client whether anything was done (RFC 9113, section 7)
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

  /** Closes the whole connection, with all its streams. */
  void connection() {
    connection
        .getEndPoint()
        .close(new ShedException("closed on a client that we have no room for"));
  }
}
