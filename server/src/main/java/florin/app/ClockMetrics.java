package florin.app;

import florin.job.DatabaseClock;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** The metrics of this node's clock in `/metrics`. */
final class ClockMetrics {
  private static final double MILLIS = 1e3;

  private ClockMetrics() {}

  static void register(PrometheusRegistry registry, DatabaseClock clock) {
    GaugeWithCallback.builder()
        .name("florin_clock_ahead_seconds")
        .help("Time by which the node's clock is ahead of the database's.")
        .callback(gauge -> gauge.call(clock.ahead().toMillis() / MILLIS))
        .register(registry);
    GaugeWithCallback.builder()
        .name("florin_node_fit")
        .help("0 while the node accepts no work, because its clock is wrong or can't be compared.")
        .callback(gauge -> gauge.call(clock.mayTakeWork() ? 1.0 : 0.0))
        .register(registry);
  }
}
