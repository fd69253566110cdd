package florin.connector.remote;

import florin.http.BoundedTransport;
import florin.http.OutgoingBudgets;
import florin.http.ResponseLimitException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.StringRequestContent;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP client for one provider, which all its connectors of this process share. It follows no
 * redirect, uses no proxy and stores no cookie. It limits the size of a response. It starts no
 * thread before the first request.
 */
public final class RemoteHttp implements AutoCloseable {
  public static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  public static final int MAX_ANSWER_BYTES = 1 << 20;

  /** The most bytes that are read of a response: its body and everything else. */
  private static final int MAX_RESPONSE_BYTES = MAX_ANSWER_BYTES + (64 << 10);

  /** The limit of all realms together; each connector also has its own limit. */
  private static final int MAX_CONNECTIONS = 256;

  private static final int MAX_WAITING = 1024;
  private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(30);
  private static final int PLATFORM_THREADS = 8;
  private static final int MAX_CAUSES = 8;

  private final URI base;
  private final String provider;

  /** The bytes of memory that are left for the responses of all requests in flight. */
  private final Semaphore budget;

  private final ReentrantLock starting = new ReentrantLock();
  private @Nullable HttpClient started;

  /** The result of an exchange. */
  public sealed interface HttpReply {
    /**
     * A response.
     *
     * @param object empty if the body is no JSON object
     * @param isReplayed whether the provider sends the kept response to an earlier request with
     *     this key
     */
    record Answered(int status, Optional<RemoteObject> object, boolean isReplayed)
        implements HttpReply {}

    /**
     * A failure without a response.
     *
     * @param sent whether anything may have been sent
     * @param stale whether the connection closed before a response began, as a reused connection
     *     does that the server has closed in the meantime
     */
    record Failed(boolean sent, boolean stale, String reason) implements HttpReply {}
  }

  /**
   * Creates the client.
   *
   * @param base the API's URL, without a trailing slash
   * @param provider its name, for the user agent
   */
  public RemoteHttp(URI base, String provider) {
    this(base, provider, OutgoingBudgets.ofProcess().providerBytes());
  }

  /**
   * Creates the client.
   *
   * @param budget the bytes of memory for the responses of all requests in flight
   */
  public RemoteHttp(URI base, String provider, int budget) {
    this.base = base;
    this.provider = provider;
    this.budget = new Semaphore(budget);
  }

  /** Sends a request and waits for the response. The wait is cheap on a virtual thread. */
  public HttpReply exchange(RemoteRequest request, Map<String, String> headers, Duration timeout) {
    var sent = new AtomicBoolean();
    var written = new AtomicBoolean();
    var heard = new AtomicBoolean();
    Request http =
        request(request, headers)
            .timeout(timeout.toMillis() + 1, TimeUnit.MILLISECONDS)
            .idleTimeout(timeout.toMillis() + 1, TimeUnit.MILLISECONDS)
            .onRequestBegin(_ -> sent.set(true))
            .onRequestCommit(_ -> written.set(true))
            .onResponseBegin(_ -> heard.set(true));
    var complete = new CompletableFuture<Result>();
    try (var body = new RemoteBody(budget, complete)) {
      http.send(body);
      // The client drops its own timeout at the first informational response.
      Result result = complete.get(timeout.toMillis() + 1, TimeUnit.MILLISECONDS);
      return new HttpReply.Answered(
          result.getResponse().getStatus(),
          body.parsed(),
          result.getResponse().getHeaders().contains(RemoteBody.REPLAYED, "true"));
    } catch (TimeoutException late) {
      var _ = http.abort(late);
      return new HttpReply.Failed(sent.get(), false, "no response in time");
    } catch (ExecutionException failed) {
      boolean left = sent.get() && (written.get() || !isOfTls(failed.getCause()));
      return failed(failed.getCause(), left, heard.get());
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      var _ = http.abort(stopping);
      return new HttpReply.Failed(sent.get(), false, "interrupted");
    }
  }

  /**
   * Returns whether TLS failed. Nothing of a request is sent before both sides have agreed on a
   * key.
   */
  private static boolean isOfTls(@Nullable Throwable cause) {
    Throwable at = cause;
    for (int i = 0; at != null && i < MAX_CAUSES; i++) {
      if (at instanceof SSLException) {
        return true;
      }
      at = at.getCause();
    }
    return false;
  }

  private static HttpReply failed(@Nullable Throwable cause, boolean left, boolean heard) {
    return new HttpReply.Failed(
        left,
        left && !heard && cause instanceof IOException,
        ResponseLimitException.reason(cause).orElseGet(() -> reason(cause)));
  }

  /** Returns the reason in words that an operator can act on, if it is a common one. */
  private static String reason(@Nullable Throwable cause) {
    return switch (cause) {
      case null -> "failed";
      case UnknownHostException _ -> "its host name wasn't found, so check this server's DNS";
      case ConnectException _ -> "the connection was refused, so check this server's firewall";
      default ->
          isOfTls(cause)
              ? "TLS failed, so check this server's clock and certificates"
              : cause.getClass().getSimpleName();
    };
  }

  private Request request(RemoteRequest request, Map<String, String> headers) {
    Request http =
        client()
            .newRequest(URI.create(base + request.target()))
            .method(request.method())
            .headers(fields -> headers.forEach(fields::put));
    return request
        .content()
        .map(content ->
            http.body(new StringRequestContent(content.type(), content.text(), content.charset())))
        .orElse(http);
  }

  private HttpClient client() {
    starting.lock();
    try {
      HttpClient client = started;
      if (client == null) {
        client = start();
        started = client;
      }
      return client;
    } finally {
      starting.unlock();
    }
  }

  private HttpClient start() {
    var threads = new QueuedThreadPool(PLATFORM_THREADS);
    threads.setName(provider.toLowerCase(Locale.ROOT));
    threads.setDaemon(true);
    var connector = new ClientConnector();
    connector.setSelectors(1);
    connector.setSslContextFactory(new SslContextFactory.Client());
    connector.setExecutor(threads);
    connector.setConnectTimeout(CONNECT_TIMEOUT);
    connector.setIdleTimeout(IDLE_TIMEOUT);
    var client = new HttpClient(new BoundedTransport(connector, MAX_RESPONSE_BYTES));
    client.setExecutor(threads);
    client.setConnectTimeout(CONNECT_TIMEOUT.toMillis());
    client.setAddressResolutionTimeout(CONNECT_TIMEOUT.toMillis());
    client.setFollowRedirects(false);
    client.setHttpCookieStore(new HttpCookieStore.Empty());
    client.setUserAgentField(new HttpField(HttpHeader.USER_AGENT, "Florin-" + provider + "/2.1"));
    client.setMaxConnectionsPerDestination(MAX_CONNECTIONS);
    client.setMaxRequestsQueuedPerDestination(MAX_WAITING);
    BoundedTransport.start(client);
    return client;
  }

  /** Stops the client, which starts again with the next request. */
  @Override
  public void close() {
    starting.lock();
    try {
      if (started != null) {
        started.stop();
        started = null;
      }
    } catch (Exception failed) {
      throw new IllegalStateException("stopping the HTTP client", failed);
    } finally {
      starting.unlock();
    }
  }
}
