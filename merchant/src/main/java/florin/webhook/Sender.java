package florin.webhook;

import florin.core.AddressRange;
import florin.core.Mode;
import florin.core.RealmClock;
import florin.http.BoundedTransport;
import florin.http.ResponseLimitException;
import florin.vault.CardNumberScan;
import florin.webhook.DeliveryAttempts.PostOutcome;
import florin.webhook.WebhookModule.Resolver;
import florin.webhook.WebhookUrl.UrlException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.SocketAddressResolver;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Posts to the endpoints of one mode. For each connection, it resolves the name once, and {@link
 * AddressGuard} checks every address. It connects only to these addresses, with the URL's host in
 * TLS and in `Host`. So a receiver can't pass the check and then change the addresses of its name.
 * The sender reuses connections. It follows no redirect, and uses no proxy and no cookies.
 *
 * <p>It uses Jetty's HTTP client, which lets the caller choose the address. See docs/decisions/015.
 */
final class Sender implements AutoCloseable {
  static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  static final Duration TIMEOUT = Duration.ofSeconds(15);

  /** The timeout in sandboxes, where a request that advances the clock waits for attempts. */
  static final Duration SANDBOX_TIMEOUT = Duration.ofSeconds(3);

  /** The most bytes that are read of a response: its body and everything else. */
  private static final int MAX_RESPONSE_BYTES = 128 << 10;

  /**
   * The idle timeout of connections, below that of common servers: Node, for example, has five
   * seconds.
   */
  private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(4);

  /**
   * The most concurrent DNS lookups, which have their own threads, because a slow lookup blocks its
   * thread.
   */
  private static final int MAX_LOOKUPS = 64;

  private static final int PLATFORM_THREADS = 8;
  static final String CONTENT_TYPE = "application/json; charset=utf-8";
  static final String USER_AGENT = "Florin-Webhooks/2.1";

  private final Mode mode;
  private final AddressGuard guard;
  private final Resolver resolver;
  private final Duration timeout;
  private final HttpClient client;
  private final ExecutorService lookups =
      new ThreadPoolExecutor(
          0,
          MAX_LOOKUPS,
          10,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          Thread.ofPlatform().daemon().name("webhook-lookup-", 0).factory());

  /** Creates a sender that trusts Java's default certificate authorities. */
  Sender(Mode mode, AddressGuard guard, Resolver resolver, int maxConnections) {
    this(mode, guard, resolver, maxConnections, new SslContextFactory.Client(), TIMEOUT);
  }

  /**
   * Creates a sender.
   *
   * @param maxConnections the limit for one host, and of attempts that wait for one: the number of
   *     concurrent attempts
   * @param tls the trusted certificates
   * @param timeout of the whole attempt, except in sandboxes
   */
  Sender(
      Mode mode,
      AddressGuard guard,
      Resolver resolver,
      int maxConnections,
      SslContextFactory.Client tls,
      Duration timeout) {
    this.mode = mode;
    this.guard = guard;
    this.resolver = resolver;
    this.timeout = timeout;
    this.client = client(mode, tls, maxConnections);
    client.setSocketAddressResolver(new GuardedLookup());
    BoundedTransport.start(client);
  }

  private static HttpClient client(Mode mode, SslContextFactory.Client tls, int maxConnections) {
    var threads = new QueuedThreadPool(PLATFORM_THREADS);
    threads.setName("webhook-" + mode.text());
    threads.setDaemon(true);
    var connector = new ClientConnector();
    connector.setSelectors(1);
    connector.setSslContextFactory(tls);
    connector.setExecutor(threads);
    connector.setConnectTimeout(CONNECT_TIMEOUT);
    connector.setIdleTimeout(IDLE_TIMEOUT);
    var client = new HttpClient(new BoundedTransport(connector, MAX_RESPONSE_BYTES));
    client.setExecutor(threads);
    client.setConnectTimeout(CONNECT_TIMEOUT.toMillis());
    client.setIdleTimeout(IDLE_TIMEOUT.toMillis());
    client.setAddressResolutionTimeout(CONNECT_TIMEOUT.toMillis());
    client.setFollowRedirects(false);
    client.setHttpCookieStore(new HttpCookieStore.Empty());
    client.setUserAgentField(new HttpField(HttpHeader.USER_AGENT, USER_AGENT));
    client.setMaxConnectionsPerDestination(maxConnections);
    client.setMaxRequestsQueuedPerDestination(maxConnections);
    client.setDestinationIdleTimeout(TIMEOUT.multipliedBy(4).toMillis());
    return client;
  }

  /** Posts and waits for the outcome, which costs little on a virtual thread. */
  PostOutcome post(String url, byte[] body, Map<String, String> headers, Instant now) {
    long begun = System.nanoTime();
    Duration limit = RealmClock.current().isPresent() ? SANDBOX_TIMEOUT : timeout;
    try {
      WebhookUrl target = guard.check(mode, url);
      Request request =
          client
              .newRequest(target.uri())
              .method(HttpMethod.POST)
              .timeout(limit.toMillis(), TimeUnit.MILLISECONDS)
              .idleTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
              .headers(fields -> headers.forEach(fields::put))
              .body(new BytesRequestContent(CONTENT_TYPE, body));
      var answer = new AnswerReader(begun, now);
      request.send(answer);
      return answer.await(request, limit, failure -> reason(failure, limit));
    } catch (UrlException refused) {
      return new PostOutcome.Failed(notAllowed(refused), PostOutcome.since(begun));
    }
  }

  @Override
  public void close() {
    lookups.shutdownNow();
    try {
      client.stop();
    } catch (Exception failed) {
      throw new IllegalStateException("stopping the HTTP client", failed);
    }
  }

  /** Resolves all addresses of a name, or rejects all of them. */
  private final class GuardedLookup implements SocketAddressResolver {
    @Override
    public void resolve(
        String host,
        int port,
        Map<String, Object> context,
        Promise<List<InetSocketAddress>> promise) {
      String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
      var literal = AddressRange.literal(name);
      if (literal.isPresent()) {
        admit(List.of(literal.get()), name, port, promise);
        return;
      }
      try {
        lookups.execute(() -> lookUp(name, port, promise));
      } catch (RejectedExecutionException tooMany) {
        promise.failed(new UnknownHostException("too many names are being looked up"));
      }
    }

    private void lookUp(String name, int port, Promise<List<InetSocketAddress>> promise) {
      try {
        admit(resolver.resolve(name), name, port, promise);
      } catch (UnknownHostException | RuntimeException unknown) {
        promise.failed(unknown);
      }
    }

    private void admit(
        List<InetAddress> addresses,
        String name,
        int port,
        Promise<List<InetSocketAddress>> promise) {
      if (addresses.isEmpty()) {
        promise.failed(new UnknownHostException(name));
        return;
      }
      try {
        guard.requireAllowed(mode, addresses, port);
      } catch (UrlException refused) {
        promise.failed(refused);
        return;
      }
      promise.succeeded(
          addresses.stream()
              .map(address -> new InetSocketAddress(named(name, address), port))
              .toList());
    }

    /** Returns the address with the name, which the client compares with the certificate. */
    private static InetAddress named(String name, InetAddress address) {
      try {
        return InetAddress.getByAddress(name, address.getAddress());
      } catch (UnknownHostException impossible) {
        throw new IllegalStateException("an address of another length", impossible);
      }
    }
  }

  private static String notAllowed(UrlException refused) {
    return NoResponse.NOT_ALLOWED.text + " " + refused.getMessage();
  }

  private static String reason(Throwable failure, Duration limit) {
    return switch (failure) {
      case UrlException refused -> notAllowed(refused);
      case UnknownHostException _ -> NoResponse.UNKNOWN_HOST.text;
      case SocketTimeoutException _ ->
          NoResponse.UNREACHABLE.text + " " + CONNECT_TIMEOUT.toSeconds() + " s";
      case TimeoutException _ -> NoResponse.TIMEOUT.text + " " + limit.toSeconds() + " s";
      case ConnectException _ -> NoResponse.REFUSED.text;
      case SSLException tls ->
          NoResponse.TLS.text + ": " + CardNumberScan.masked(String.valueOf(tls.getMessage()));
      default ->
          ResponseLimitException.reason(failure)
              .orElseGet(() -> NoResponse.BROKEN.text + ": " + failure.getClass().getSimpleName());
    };
  }
}
