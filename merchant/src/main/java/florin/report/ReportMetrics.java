package florin.report;

import florin.job.Loop;
import florin.report.RequestLog.Fate;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;

/** The metrics of projections and of the request log in `/metrics`. */
final class ReportMetrics {
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final Counter events;
  private final Gauge lag;
  private final Counter requests;

  ReportMetrics(PrometheusRegistry registry) {
    events =
        Counter.builder()
            .name("florin_projection_events_total")
            .help("Events that the node has applied, by projection.")
            .labelNames("projection")
            .register(registry);
    lag =
        Gauge.builder()
            .name("florin_projection_lag_seconds")
            .help(
                "Time by which the dashboard's metrics are behind, by projection. Florin keeps events until they are applied.")
            .labelNames("projection")
            .register(registry);
    requests =
        Counter.builder()
            .name("florin_request_log_requests_total")
            .help(
                "API requests by their result in the dashboard's request log: written, dropped, or keyless.")
            .labelNames("result")
            .register(registry);
  }

  void followed(String projection, int count) {
    events.labelValues(projection).inc(count);
  }

  void logged(Fate fate, int count) {
    requests.labelValues(fate.name().toLowerCase(Locale.ROOT)).inc(count);
  }

  /** Measures the lag every few seconds, whichever node processes the events. */
  Loop watch(String projection, Follower follower, InstantSource clock) {
    return Loop.start(
        "projection-lag-" + projection,
        PAUSE,
        () -> {
          lag.labelValues(projection)
              .set(
                  follower
                      .behindSince()
                      .map(since -> Duration.between(since, clock.instant()).toMillis() / 1e3)
                      .orElse(0.0));
          return false;
        });
  }
}
