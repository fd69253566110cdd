package florin.http;

import florin.core.IdSource;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens, and responds on a virtual thread per request. It uses Jetty core without servlets: a
 * handler, a connector, and strict parsing.
 *
 * <p>{@link #stop} is graceful. The port closes immediately, and open connections are drained
 * ({@link ConnectionDraining}). Requests in flight are completed within the stop timeout, and new
 * ones on open connections get 503. Then everything closes.
 */
public final class Server implements AutoCloseable {
  /**
   * The platform threads: selectors, acceptor, and the few tasks that Jetty does not give to
   * virtual threads.
   */
  private static final int PLATFORM_THREADS = 16;

  private static final Logger LOG = LoggerFactory.getLogger(Server.class);

  /**
   * The metrics of the process. `JvmMetrics` retains every registry it was ever given and
   * everything its gauges reference, which would keep a stopped server in memory.
   */
  private static final PrometheusRegistry PROCESS = new PrometheusRegistry();

  static {
    JvmMetrics.builder().register(PROCESS);
  }

  private final HttpConfig config;
  private final Capacity capacity;
  private final ClientAddresses addresses;
  private final HttpMetrics metrics;
  private final PrometheusRegistry registry;
  private final org.eclipse.jetty.server.Server jetty;
  private final ServerConnector connector;
  private final GracefulHandler requests = new GracefulHandler();
  private final ConnectionDraining draining;
  private final AccessLog accessLog;
  private final StalledAnswers stalled;
  private final AtomicBoolean stopped = new AtomicBoolean();

  /**
   * Whether this node can serve requests. Every `/readyz` and other requests ask for it, so it
   * responds from memory.
   */
  @FunctionalInterface
  public interface Readiness {
    /** Returns empty if ready, otherwise a word or two for the operator, such as `database`. */
    Optional<String> notReadyBecause();

    /** Returns whether the node may change anything; otherwise it serves only reads. */
    default boolean mayTakeWork() {
      return true;
    }
  }

  private Server(HttpConfig config, PrometheusRegistry registry) {
    HttpConfig.Limits limits = config.limits();
    this.config = config;
    this.registry = registry;
    this.capacity = new Capacity(limits.budgets());
    this.metrics = new HttpMetrics(registry, capacity::running);
    this.addresses = new ClientAddresses(config.trustedProxies());
    this.jetty = new org.eclipse.jetty.server.Server(threads());
    this.connector = JettyConnectors.connector(jetty, config);
    this.draining = new ConnectionDraining(connector, limits);
    this.accessLog = AccessLog.start(metrics, AccessLog.MAX_QUEUED);
    jetty.addConnector(connector);
    jetty.setHandler(requests);
    jetty.addBean(new NetworkConnectionLimit(limits.budgets().connections(), connector));
    connector.addBean(
        new ConnectionsPerAddress(limits.budgets().connectionsPerAddress(), addresses));
    connector.addBean(new ScarceConnections(connector, limits.budgets(), addresses));
    connector.addBean(new SlowHeaders(connector, limits.headerTimeout()));
    this.stalled = new StalledAnswers(connector, limits.answerTimeout());
    connector.addBean(stalled);
    jetty.setRequestLog(accessLog);
  }

  /**
   * Creates a server that knows its port and does not serve yet. Port 0 is bound immediately,
   * because links contain the number. A fixed port opens in {@link #serve}: until then, clients
   * must be rejected and not kept waiting.
   *
   * @param registry the metrics of `/metrics`; the server adds its own
   * @throws IllegalStateException if no port is free or a PEM file can't be used
   */
  public static Server of(HttpConfig config, PrometheusRegistry registry) {
    var server = new Server(config, registry);
    if (config.port() == 0) {
      server.takeAnyPort();
    }
    return server;
  }

  /**
   * Starts to serve.
   *
   * @param readiness the response of `/readyz`
   * @throws IllegalStateException if the address can't be bound
   */
  public void serve(
      List<Endpoint> endpoints,
      Readiness readiness,
      ErrorPages pages,
      IdSource ids,
      InstantSource clock) {
    registry.register((MultiCollector) PROCESS::scrape);
    var all = new ArrayList<>(endpoints);
    all.addAll(HealthEndpoints.endpoints(readiness, registry));
    draining.setHandler(
        new RequestHandler(
            new RequestHandler.Inside(new Router(all), readiness, pages),
            capacity,
            addresses,
            stalled,
            config.limits(),
            metrics,
            ids,
            clock));
    requests.setHandler(draining);
    jetty.setErrorHandler(new ParserErrors(ids));
    listen();
  }

  /** Returns the unused part of its budgets. */
  Capacity capacity() {
    return capacity;
  }

  /** Sets the listener that receives every request from now on. */
  public void tell(AnsweredRequest.Listener listener) {
    accessLog.tell(listener);
  }

  private void takeAnyPort() {
    try {
      connector.open();
    } catch (IOException e) {
      stop();
      throw new IllegalStateException("cannot listen on " + config.bindAddress(), e);
    }
  }

  private void listen() {
    try {
      jetty.start();
    } catch (Exception e) {
      stop();
      throw new IllegalStateException(
          "cannot listen on " + config.bindAddress() + ":" + config.port(), e);
    }
  }

  /** Returns the port that is or will be bound, even if 0 is configured. */
  public int port() {
    return config.port() == 0 ? connector.getLocalPort() : config.port();
  }

  /** Stops the server, and returns when everything is closed. A second call has no effect. */
  public void stop() {
    if (!stopped.compareAndSet(false, true)) {
      return;
    }
    try {
      finishRequests();
      jetty.stop();
    } catch (Exception e) {
      throw new IllegalStateException("stopping the HTTP server", e);
    } finally {
      accessLog.close();
    }
  }

  /**
   * Closes the port and waits for requests, not for connections. Jetty's own graceful stop waits
   * for both. It never counted about one in 400 TLS connections closed by clients as gone, so the
   * stop took its whole timeout.
   */
  private void finishRequests() throws ExecutionException, InterruptedException {
    connector.close();
    draining.say();
    try {
      requests.shutdown().get(config.limits().stopTimeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException stillRunning) {
      LOG.warn(
          "requests are still running after {}; closing on them", config.limits().stopTimeout());
    }
  }

  @Override
  public void close() {
    stop();
  }

  /**
   * Sets a value for which Jetty would otherwise create a management server: the references per
   * cache line.
   */
  private static void knowReferences() {
    System.setProperty("org.eclipse.jetty.util.referencesPerCacheLine", "16");
  }

  private static QueuedThreadPool threads() {
    knowReferences();
    var threads = new QueuedThreadPool(PLATFORM_THREADS);
    threads.setName("http");
    threads.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("request-"));
    return threads;
  }
}
