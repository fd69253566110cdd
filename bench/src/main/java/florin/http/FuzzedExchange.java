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
 * A request as it is once Jetty has parsed it, without a connection: line, headers and a body that
 * has come. It passes the router and everything behind it.
 */
public final class FuzzedExchange {
  private static final long HEAP = 1L << 30;
  private static final HttpConfig.Limits LIMITS = HttpConfig.Limits.ofHeap(HEAP);
  private static final RequestId ID = new RequestId(new UUID(7, 7));

  private final Router router;
  private final Capacity capacity = new Capacity(LIMITS.budgets());

  /** What Jetty has parsed. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares requests
  public record Sent(String method, HttpURI uri, HttpFields headers, byte[] body) {}

  /**
   * @param endpoints of which one is looked for
   */
  public FuzzedExchange(List<Endpoint> endpoints) {
    this.router = new Router(endpoints);
  }

  /**
   * What the function makes of the request at its endpoint; empty where there is none.
   *
   * @param caller whose key it has; empty for one without
   */
  public <T> Optional<T> at(
      Sent sent, Optional<Caller> caller, Function<EndpointRequest, T> function) {
    Request request = request(sent);
    Router.Match match = router.match(sent.method(), Exchange.rawPath(request));
    if (!(match instanceof Router.Match.Found found)) {
      return Optional.empty();
    }
    long now = System.nanoTime();
    Holding holding = capacity.enter(found.endpoint().crowd(), Optional.empty()).orElseThrow();
    try {
      var body = new RequestBody(request, LIMITS, holding, now);
      var exchange =
          new Exchange(request, ID, Instant.EPOCH, now, match, body, holding, Optional.empty());
      caller.ifPresent(exchange::hasKey);
      return Optional.of(function.apply(new EndpointRequest(found.endpoint(), exchange)));
    } finally {
      holding.end();
    }
  }

  /** A request, and the endpoint that it is for. */
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

  /** Percent-decoding of a query or a form. */
  public static Optional<String> decoded(String text) {
    return Percent.decode(text, true);
  }

  /** A name that a client chose, as errors show it. */
  public static String masked(String name) {
    return MaskedName.of(name);
  }

  /** Where a request comes from that one of these proxies has passed on. */
  public static Optional<InetAddress> client(
      List<AddressRange> proxies, SocketAddress socket, HttpFields headers) {
    return new ClientAddresses(proxies).find(socket, headers);
  }
}
