package florin.http;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.ProcessingProtocolHandler;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.client.transport.SendFailure;
import org.eclipse.jetty.client.transport.internal.HttpChannelOverHTTP;
import org.eclipse.jetty.client.transport.internal.HttpConnectionOverHTTP;
import org.eclipse.jetty.client.transport.internal.HttpReceiverOverHTTP;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;

/**
 * HTTP/1.1 for the clients with which Florin sends requests to servers that it does not trust. It
 * limits every part of a response: the status line, the header fields, the interim responses, the
 * chunk extensions, the body, and the trailers. A response that exceeds a limit fails, and its
 * connection closes.
 *
 * <p>Jetty's client limits only the part that {@link #MAX_HEADER_BYTES} names, and only if
 * configured. It reads for as long as bytes arrive, so a fast peer without a limit holds one of the
 * client's few threads. The caller limits the time of the whole response: Jetty drops its own limit
 * at the first interim response.
 */
public final class BoundedTransport extends HttpClientTransportOverHTTP {
  /**
   * The most bytes of the status line, the header fields, the chunk extensions, and the trailers
   * together.
   */
  public static final int MAX_HEADER_BYTES = 8 << 10;

  /** The most header fields and trailers of one response. */
  static final int MAX_FIELDS = HeaderFields.MOST;

  /** The most interim responses before the response itself: RFC 9110, section 15.2. */
  static final int MAX_INTERIM_RESPONSES = 8;

  private final int maxResponseBytes;

  /**
   * Creates a transport.
   *
   * @param maxResponseBytes the limit of a response with all its parts, as received (without TLS)
   */
  public BoundedTransport(ClientConnector connector, int maxResponseBytes) {
    super(connector);
    this.maxResponseBytes = maxResponseBytes;
  }

  @Override
  public void setHttpClient(HttpClient client) {
    client.setMaxResponseHeadersSize(MAX_HEADER_BYTES);
    super.setHttpClient(client);
  }

  @Override
  public Connection newConnection(EndPoint endPoint, Map<String, Object> context) {
    return customize(new BoundedConnection(endPoint, context, maxResponseBytes), context);
  }

  /**
   * Starts a client that does nothing but one exchange: it follows no redirect, answers no
   * authentication challenge, and decodes no content.
   */
  public static void start(HttpClient client) {
    try {
      client.start();
    } catch (Exception failed) {
      throw new IllegalStateException("starting the HTTP client", failed);
    }
    client.getProtocolHandlers().clear();
    client.getProtocolHandlers().put(new InterimResponses());
    client.getContentDecoderFactories().clear();
  }

  /** Skips every interim response, whatever its status: RFC 9110, section 15.2. */
  private static final class InterimResponses extends ProcessingProtocolHandler {
    @Override
    public boolean accept(Request request, Response response) {
      return HttpStatus.isInterim(response.getStatus());
    }
  }

  private static final class BoundedConnection extends HttpConnectionOverHTTP {
    private final int maxBytes;
    private final AtomicLong received = new AtomicLong();

    BoundedConnection(EndPoint endPoint, Map<String, Object> context, int maxBytes) {
      super(endPoint, context);
      this.maxBytes = maxBytes;
    }

    @Override
    protected HttpChannelOverHTTP newHttpChannel() {
      return new BoundedChannel(this);
    }

    @Override
    public SendFailure send(HttpExchange exchange) {
      received.set(0);
      ((BoundedReceiver) ((BoundedChannel) getHttpChannel()).getHttpReceiver()).begin();
      return super.send(exchange);
    }

    /** The receiver reports each read here, before it parses the bytes. */
    @Override
    protected void addBytesIn(long bytes) {
      super.addBytesIn(bytes);
      if (received.addAndGet(bytes) > maxBytes) {
        var tooLong = new ResponseLimitException("is longer than %d KiB".formatted(maxBytes >> 10));
        close(tooLong); // also when no request is in flight
        throw tooLong;
      }
    }
  }

  private static final class BoundedChannel extends HttpChannelOverHTTP {
    BoundedChannel(HttpConnectionOverHTTP connection) {
      super(connection);
    }

    @Override
    protected HttpReceiverOverHTTP newHttpReceiver() {
      return new BoundedReceiver(this);
    }

    @Override
    protected HttpReceiverOverHTTP getHttpReceiver() {
      return super.getHttpReceiver();
    }
  }

  /** Rejects by throwing, which the parser turns into the failure of the response. */
  private static final class BoundedReceiver extends HttpReceiverOverHTTP {
    private final AtomicInteger interimResponses = new AtomicInteger();
    private int fields;

    BoundedReceiver(HttpChannelOverHTTP channel) {
      super(channel);
    }

    void begin() {
      interimResponses.set(0);
    }

    @Override
    public void startResponse(HttpVersion version, int status, String reason) {
      fields = 0;
      if (status == HttpStatus.SWITCHING_PROTOCOLS_101) {
        throw new ResponseLimitException("switches protocols, which was not asked for");
      }
      if (HttpStatus.isInterim(status)
          && interimResponses.incrementAndGet() > MAX_INTERIM_RESPONSES) {
        throw new ResponseLimitException(
            "follows more than %d interim responses".formatted(MAX_INTERIM_RESPONSES));
      }
      super.startResponse(version, status, reason);
    }

    @Override
    public void parsedHeader(HttpField field) {
      count();
      super.parsedHeader(field);
    }

    /** Counts and drops a trailer, because no caller reads trailers. */
    @Override
    public void parsedTrailer(HttpField trailer) {
      count();
    }

    private void count() {
      fields++;
      if (fields > MAX_FIELDS) {
        throw new ResponseLimitException("has more than %d header fields".formatted(MAX_FIELDS));
      }
    }
  }
}
