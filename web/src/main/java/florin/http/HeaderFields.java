package florin.http;

import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.frames.Frame;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.internal.HttpConnection;

/**
 * The memory of a request's fields. They need more than their text: Jetty limits their bytes, but
 * `a:b` takes twenty times its length of heap.
 */
final class HeaderFields {
  /** The most fields of a request, and of its trailers; beyond it, 431. */
  static final int MOST = 100;

  /** The memory of a field's objects, besides its text. */
  private static final int BYTES_PER_FIELD = 128;

  private HeaderFields() {}

  /** Returns the memory of the fields. */
  static int bytes(HttpFields fields) {
    int bytes = BYTES_PER_FIELD * fields.size();
    for (HttpField field : fields) {
      String value = field.getValue();
      bytes += field.getName().length() + (value == null ? 0 : value.length());
    }
    return bytes;
  }

  /**
   * Limits the trailers of HTTP/2: the {@link RequestHandler} counts the headers, and no other code
   * counts these.
   */
  static final class Trailers implements HTTP2Session.FrameListener {
    @Override
    public void onIncomingFrame(Session session, Frame frame) {
      if (frame instanceof HeadersFrame headers
          && !headers.getMetaData().isRequest()
          && headers.getMetaData().getHttpFields().size() > MOST) {
        ((HTTP2Session) session)
            .onConnectionFailure(ErrorCode.ENHANCE_YOUR_CALM_ERROR.code, "too_many_trailers");
      }
    }
  }

  /**
   * An HTTP/1.1 factory whose connections count fields while they are parsed, before a request
   * exists.
   */
  static final class CountingFactory extends HttpConnectionFactory {
    CountingFactory(HttpConfiguration http) {
      super(http);
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint socket) {
      var connection = new CountingConnection(getHttpConfiguration(), connector, socket);
      connection.setTransferEncodingChunkMaxLength(getTransferEncodingChunkMaxLength());
      return configure(connection, connector, socket);
    }
  }

  private static final class CountingConnection extends HttpConnection {
    CountingConnection(HttpConfiguration http, Connector connector, EndPoint socket) {
      super(http, connector, socket);
    }

    @Override
    protected RequestHandler newRequestHandler() {
      return new Counter();
    }

    private final class Counter extends RequestHandler {
      private int fields;

      @Override
      public void startRequest(String method, String uri, HttpVersion version) {
        fields = 0;
        super.startRequest(method, uri, version);
      }

      @Override
      public void parsedHeader(HttpField field) {
        count();
        super.parsedHeader(field);
      }

      @Override
      public void parsedTrailer(HttpField field) {
        count();
        super.parsedTrailer(field);
      }

      private void count() {
        fields++;
        if (fields > MOST) {
          throw new HttpException.RuntimeException(HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431);
        }
      }
    }
  }
}
