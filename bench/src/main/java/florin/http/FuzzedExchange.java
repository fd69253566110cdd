package florin.http;

import florin.core.AddressRange;
import florin.core.Caller;
import florin.core.Id.RequestId;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/**
 * Routes a request that Jetty has parsed, with headers and a complete body, without a connection.
 */
public final class FuzzedExchange {
  private static final long HEAP = 1L << 30;
  private static final HttpConfig.Limits LIMITS = HttpConfig.Limits.ofHeap(HEAP);
  private static final RequestId ID = new RequestId(new UUID(7, 7));

  private final Router router;
  private final Capacity capacity = new Capacity(LIMITS.budgets());

  /** A request that Jetty has parsed. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Sent(String method, HttpURI uri, HttpFields headers, byte[] body) {}

  /**
   * Creates a router.
   *
   * @param endpoints endpoints to choose from
   */
  public FuzzedExchange(List<Endpoint> endpoints) {
    this.router = new Router(endpoints);
  }

  /**
   * Applies a function to the request at its endpoint. Returns empty if no endpoint matches.
   *
   * @param caller owner of the request's API key; empty for a request without one
   */
  public <T> Optional<T> at(
      Sent sent, Optional<Caller> caller, Function<EndpointRequest, T> function) {
    Request request = request(sent);
    Router.Match match = router.match(sent.method(), Exchange.rawPath(request));
    if (!(match instanceof Router.Match.Found found)) {
      return Optional.empty();
    }
    long now = System.nanoTime();
    ResourceReservation reservation =
        capacity.enter(found.endpoint().trafficClass(), Optional.empty()).orElseThrow();
    try {
      var body = new RequestBody(request, LIMITS, reservation, now);
      var exchange =
          new Exchange(request, ID, Instant.EPOCH, now, match, body, reservation, Optional.empty());
      caller.ifPresent(exchange::hasKey);
      return Optional.of(function.apply(new EndpointRequest(found.endpoint(), exchange)));
    } finally {
      reservation.end();
    }
  }

  /** A request and its endpoint. */
  public record EndpointRequest(Endpoint endpoint, Exchange exchange) {}

  private static Request request(Sent sent) {
    return (Request)
        Proxy.newProxyInstance(
            Request.class.getClassLoader(),
            new Class<?>[] {Request.class},
            (_, method, _) ->
                switch (method.getName()) {
                  case "getMethod" -> sent.method();
                  case "getHttpURI" -> sent.uri();
                  case "getHeaders" -> sent.headers();
                  case "getLength" -> (long) sent.body().length;
                  case "read" -> Content.Chunk.from(ByteBuffer.wrap(sent.body()), true);
                  default -> throw new UnsupportedOperationException(method.toString());
                });
  }

  /** Decodes the percent-encoding of a query or a form. Returns empty if it is malformed. */
  public static Optional<String> decoded(String text) {
    return Percent.decode(text, true);
  }

  /** Returns a name that a client chose as errors show it. */
  public static String masked(String name) {
    return MaskedName.of(name);
  }

  /** Returns the client's address of a request that passed these trusted proxies. */
  public static Optional<InetAddress> client(
      List<AddressRange> proxies, SocketAddress socket, HttpFields headers) {
    return new ClientAddresses(proxies).find(socket, headers);
  }
}
