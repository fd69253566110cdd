package florin.http;

import florin.core.IdSource;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
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
 * Listens, and answers on a virtual thread per request. Jetty core without servlets: a handler, a
 * connector, and strict parsing.
 *
 * <p>{@link #stop} is graceful: the port closes at once, requests in flight are answered (bounded
 * by the stop timeout), new ones on open connections get 503, then everything closes.
 */
public final class Server implements AutoCloseable {
  /** Selectors, acceptor, and the few tasks that Jetty does not give to virtual threads. */
  private static final int PLATFORM_THREADS = 16;

  private static final Logger LOG = LoggerFactory.getLogger(Server.class);

  private final org.eclipse.jetty.server.Server jetty;
  private final ServerConnector connector;
  private final GracefulHandler requests;
  private final Duration stopTimeout;
  private final AccessLog accessLog;
  private final AtomicBoolean stopped = new AtomicBoolean();

  private Server(
      org.eclipse.jetty.server.Server jetty,
      ServerConnector connector,
      GracefulHandler requests,
      Duration stopTimeout,
      AccessLog accessLog) {
    this.jetty = jetty;
    this.connector = connector;
    this.requests = requests;
    this.stopTimeout = stopTimeout;
    this.accessLog = accessLog;
  }

  /**
   * @param readiness what `/readyz` answers
   * @param registry what `/metrics` shows; the server adds its own metrics
   * @throws IllegalStateException when the address cannot be bound or a PEM file cannot be used
   */
  public static Server start(
      HttpConfig config,
      List<Endpoint> endpoints,
      Readiness readiness,
      IdSource ids,
      InstantSource clock,
      PrometheusRegistry registry) {
    HttpConfig.Limits limits = config.limits();
    var admission = new Admission(limits.maxInFlight());
    var metrics = new HttpMetrics(registry, admission::inFlight);
    JvmMetrics.builder().register(registry);
    var all = new ArrayList<>(endpoints);
    all.addAll(Probes.endpoints(readiness, registry));
    var door = new Door(new Router(all), admission, limits, metrics, ids, clock);

    var jetty = new org.eclipse.jetty.server.Server(threads());
    ServerConnector connector = Connectors.connector(jetty, config);
    jetty.addConnector(connector);
    var requests = new GracefulHandler(door);
    jetty.setHandler(requests);
    jetty.setErrorHandler(new ParserErrors(ids));
    jetty.addBean(new NetworkConnectionLimit(limits.maxConnections(), connector));
    connector.addBean(new SlowHeaders(connector, limits.headerTimeout()));

    var server =
        new Server(
            jetty,
            connector,
            requests,
            limits.stopTimeout(),
            AccessLog.start(metrics, AccessLog.MAX_QUEUED));
    jetty.setRequestLog(server.accessLog);
    server.listen(config);
    return server;
  }

  private void listen(HttpConfig config) {
    try {
      jetty.start();
    } catch (Exception e) {
      stop();
      throw new IllegalStateException(
          "cannot listen on " + config.bindAddress() + ":" + config.port(), e);
    }
  }

  /** The port that is bound, also when the configured one was 0. */
  public int port() {
    return connector.getLocalPort();
  }

  /** Returns when everything is closed. Does nothing the second time. */
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
   * for both, and about one TLS connection in 400 that its client had just closed was never counted
   * as gone: the stop then took its whole timeout.
   */
  private void finishRequests() throws ExecutionException, InterruptedException {
    connector.close();
    try {
      requests.shutdown().get(stopTimeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException stillRunning) {
      LOG.warn("requests are still running after {}; closing on them", stopTimeout);
    }
  }

  @Override
  public void close() {
    stop();
  }

  private static QueuedThreadPool threads() {
    var threads = new QueuedThreadPool(PLATFORM_THREADS);
    threads.setName("http");
    threads.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("request-"));
    return threads;
  }
}
