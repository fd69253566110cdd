package florin.connector.instance;

import florin.job.BackgroundJob;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;

/** The metrics of connectors, which are read every few seconds and not with each scrape. */
public final class InstanceMetrics implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final InstanceStore store;
  private final Gauge connectors;
  private final BackgroundJob job;

  public InstanceMetrics(PrometheusRegistry registry, InstanceStore store) {
    this.store = store;
    this.connectors =
        Gauge.builder()
            .name("florin_connectors")
            .help("Connectors of all accounts, by kind and status.")
            .labelNames("kind", "status")
            .register(registry);
    this.job = BackgroundJob.start("connector-metrics", PAUSE, this::look);
  }

  @Override
  public void close() {
    job.close();
  }

  private boolean look() {
    var counts = store.countByStatus();
    connectors.clear();
    counts.forEach(count ->
        connectors
            .labelValues(count.kind(), count.status().text())
            .set((double) count.connectors()));
    return false;
  }
}
