package florin.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestLog;
import org.eclipse.jetty.server.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts each response that is sent, including those of Jetty's parser, and logs it as one JSON
 * line through the logger `florin.access`. A separate thread writes the lines from a bounded queue.
 * If the queue is full, it drops and counts lines, because a slow disk must not slow a payment. It
 * also counts lines that the file rejects, for example on a full disk. The service's log reports
 * the beginning and the end of such a failure. Path, query, headers and bodies are never logged,
 * only the route's template.
 */
final class AccessLog implements RequestLog, AutoCloseable {
  static final String LOGGER = "florin.access";

  static final int MAX_QUEUED = 16_384;
  private static final int MAX_BATCH = 256;
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

  private static final Logger SERVICE_LOG = LoggerFactory.getLogger(AccessLog.class);

  private final Logger log = LoggerFactory.getLogger(LOGGER);
  private final BlockingQueue<Line> queue;
  private final AtomicBoolean open = new AtomicBoolean(true);
  private final HttpMetrics metrics;
  private final Thread writer;
  private volatile AnsweredRequest.Listener listener = AnsweredRequest.Listener.NOBODY;

  record Line(
      long timeMillis,
      String requestId,
      String method,
      String route,
      int status,
      long durationNanos,
      long bytes,
      Map<String, Object> fields) {
    String json() {
      var json = new LinkedHashMap<String, Object>();
      json.put("time", Instant.ofEpochMilli(timeMillis).toString());
      json.put("request_id", requestId);
      json.put("method", method);
      json.put("route", route);
      json.put("status", status);
      json.put("duration_ms", Math.round(durationNanos / 10_000.0) / 100.0);
      json.put("bytes", bytes);
      json.putAll(fields);
      return new String(Json.bytes(json), StandardCharsets.US_ASCII);
    }
  }

  private AccessLog(HttpMetrics metrics, int maxQueued) {
    this.queue = new ArrayBlockingQueue<>(maxQueued);
    this.metrics = metrics;
    this.writer = Thread.ofPlatform().name("access-log").daemon().unstarted(this::write);
  }

  static AccessLog start(HttpMetrics metrics, int maxQueued) {
    var log = new AccessLog(metrics, maxQueued);
    log.writer.start();
    return log;
  }

  @Override
  public void log(Request request, Response response) {
    Exchange exchange = (Exchange) request.getAttribute(RequestHandler.EXCHANGE);
    String route = exchange == null ? "-" : exchange.template();
    String method = HttpMetrics.known(exchange == null ? "" : request.getMethod());
    long begun = exchange == null ? request.getBeginNanoTime() : exchange.receivedNanos();
    long nanos = System.nanoTime() - begun;
    int status = response.getStatus();
    metrics.answered(route, method, status, nanos);
    if (exchange != null) {
      listener.answered(answered(exchange, method, status, nanos), new RequestContent(exchange));
    }
    if (log.isInfoEnabled()) {
      String id = response.getHeaders().get("Request-Id");
      var line =
          new Line(
              System.currentTimeMillis(),
              id == null ? "-" : id,
              method,
              route,
              status,
              nanos,
              Response.getContentBytesWritten(response),
              exchange == null ? Map.of() : exchange.log().copy());
      offer(line);
    }
  }

  /** Sets the listener that receives every request that the pipeline has handled. */
  void tell(AnsweredRequest.Listener other) {
    listener = other;
  }

  private static AnsweredRequest answered(
      Exchange exchange, String method, int status, long nanos) {
    return new AnsweredRequest(
        exchange.requestId(),
        exchange.receivedAt(),
        method,
        exchange.template(),
        exchange.match().pathOfIds(),
        status,
        Duration.ofNanos(nanos),
        exchange.log().caller(),
        exchange.log().error(),
        exchange.nearestAddress());
  }

  void offer(Line line) {
    if (!queue.offer(line)) {
      metrics.logDropped(1);
    }
  }

  /** Writes the queued lines; if the disk hangs, it gives up after a timeout. */
  @Override
  public void close() {
    open.set(false);
    try {
      writer.join(CLOSE_TIMEOUT);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean hasLost() {
    if (log instanceof ch.qos.logback.classic.Logger logger) {
      for (var all = logger.iteratorForAppenders(); all.hasNext(); ) {
        if (all.next() instanceof AccessLogFile file && file.hasLost()) {
          return true;
        }
      }
    }
    return false;
  }

  private long lose(long before, int more) {
    if (before == 0) {
      SERVICE_LOG.warn(
          "The access log can't be written. Check the disk and its permissions; requests continue, but their lines are lost until then.");
    }
    metrics.logDropped(more);
    return before + more;
  }

  private static long recover(long lost) {
    if (lost > 0) {
      SERVICE_LOG.warn("The access log can be written again. {} lines were lost.", lost);
    }
    return 0;
  }

  private void write() {
    var batch = new ArrayList<Line>(MAX_BATCH);
    long lost = 0;
    while (open.get() || !queue.isEmpty()) {
      try {
        Line first = queue.poll(POLL.toMillis(), TimeUnit.MILLISECONDS);
        if (first != null) {
          batch.add(first);
          queue.drainTo(batch, MAX_BATCH - 1);
          log.info(batch.stream().map(Line::json).collect(Collectors.joining("\n")));
          lost = hasLost() ? lose(lost, batch.size()) : recover(lost);
          batch.clear();
        }
      } catch (InterruptedException stopping) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
