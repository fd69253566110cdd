package florin.report;

import florin.report.RequestLog.Fate;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Locale;

/** The metrics of the request log in `/metrics`. */
final class ReportMetrics {
  private final Counter requests;

  ReportMetrics(PrometheusRegistry registry) {
    requests =
        Counter.builder()
            .name("florin_request_log_requests_total")
            .help(
                "API requests by their result in the dashboard's request log: written, dropped, or keyless.")
            .labelNames("result")
            .register(registry);
  }

  void logged(Fate fate, int count) {
    requests.labelValues(fate.name().toLowerCase(Locale.ROOT)).inc(count);
  }
}
