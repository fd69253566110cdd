package florin.http;

import java.time.Duration;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.jspecify.annotations.Nullable;

/**
 * Closes connections whose clients send the headers of a request (or a TLS handshake) so slowly
 * that the idle timeout never expires.
 */
final class SlowHeaders extends Sweep {
  SlowHeaders(ServerConnector connector, Duration timeout) {
    super(connector, timeout);
  }

  @Override
  void sweep() {
    for (EndPoint socket : connector.getConnectedEndPoints()) {
      if (isTooSlow(socket.getConnection())) {
        socket.close();
      }
    }
  }

  private boolean isTooSlow(@Nullable Connection connection) {
    return switch (connection) {
      case null -> false;
      case SslConnection tls -> isTooSlow(tls.getSslEndPoint().getConnection());
      case HttpConnection http1 -> isInHeaders(http1.getParser()) && isOver(http1.getParser());
      // No request yet: TLS and ALPN in progress, or an HTTP/2 preface.
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
