package florin.http;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Set;
import java.util.function.IntSupplier;

/**
 * The metrics of HTTP. Labels are only templates and known methods, so a client can't create time
 * series.
 */
final class HttpMetrics {
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

  /**
   * Buckets in seconds. A read takes about 1 ms, a payment 10 ms, a slow network 5 s; its deadline
   * is 8 s.
   */
  private static final double[] BUCKETS = {
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10
  };

  private final Counter requests;
  private final Histogram duration;
  private final Counter shed;
  private final Counter logDropped;

  HttpMetrics(PrometheusRegistry registry, IntSupplier inFlight) {
    requests =
        Counter.builder()
            .name("florin_http_requests_total")
            .help("Requests that got a response, by route, method and status.")
            .labelNames("route", "method", "status")
            .register(registry);
    duration =
        Histogram.builder()
            .name("florin_http_request_duration_seconds")
            .help(
                "Time from the end of the headers to the end of the response, by route and method.")
            .labelNames("route", "method")
            .classicOnly()
            .classicUpperBounds(BUCKETS)
            .register(registry);
    shed =
        Counter.builder()
            .name("florin_http_requests_shed_total")
            .help(
                "Requests that Florin rejected with 503 because every permit was taken. None was executed.")
            .register(registry);
    logDropped =
        Counter.builder()
            .name("florin_access_log_dropped_total")
            .help(
                "Lines of the access log that were lost, because its queue was full or its file could not be written.")
            .register(registry);
    GaugeWithCallback.builder()
        .name("florin_http_requests_in_flight")
        .help("Requests that hold a permit.")
        .callback(gauge -> gauge.call(inFlight.getAsInt()))
        .register(registry);
  }

  /**
   * Returns the method, or `other`: HTTP allows any token as a method, and a client may send
   * anything.
   */
  static String known(String method) {
    return METHODS.contains(method) ? method : "other";
  }

  void answered(String route, String method, int status, long nanos) {
    requests.labelValues(route, method, Integer.toString(status)).inc();
    duration.labelValues(route, method).observe(nanos / 1e9);
  }

  void shed() {
    shed.inc();
  }

  void logDropped(int lines) {
    logDropped.inc(lines);
  }
}
