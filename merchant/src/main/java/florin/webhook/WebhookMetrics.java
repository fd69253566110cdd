package florin.webhook;

import florin.core.Id.WebhookEndpointId;
import florin.job.BackgroundJob;
import florin.webhook.Delivery.AttemptResult;
import florin.webhook.DeliveryQueueStore.Depth;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.InstantSource;

/**
 * The webhook metrics of `/metrics`. Values from the database are read every few seconds, not with
 * each scrape; the paused endpoints are in this node's memory.
 */
final class WebhookMetrics implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofSeconds(10);

  /** The most endpoints that metrics name, so that merchants can't create time series. */
  private static final int MOST_NAMED = 100;

  private static final double[] BUCKETS = {0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15};

  private final Counter attempts;
  private final Histogram duration;
  private final Gauge pending;
  private final Gauge oldest;
  private final Gauge endpoints;
  private final DeliveryQueueStore queue;
  private final WebhookEndpointStore store;
  private final InstantSource clock;
  private final BackgroundJob job;

  WebhookMetrics(
      PrometheusRegistry registry,
      Lanes lanes,
      DeliveryQueueStore queue,
      WebhookEndpointStore store,
      InstantSource clock) {
    this.queue = queue;
    this.store = store;
    this.clock = clock;
    attempts =
        Counter.builder()
            .name("florin_webhook_attempts_total")
            .help(
                "Delivery attempts by result: delivered, refused (a status other than 2xx), or failed.")
            .labelNames("result")
            .register(registry);
    duration =
        Histogram.builder()
            .name("florin_webhook_attempt_duration_seconds")
            .help("Time from the start of an attempt to the end of the response.")
            .classicOnly()
            .classicUpperBounds(BUCKETS)
            .register(registry);
    pending =
        gauge(
            registry,
            "florin_webhook_deliveries_pending",
            "Deliveries that are not completed, of all nodes, counted up to 100000.");
    oldest =
        gauge(
            registry,
            "florin_webhook_oldest_due_seconds",
            "Time for which the oldest due delivery has been waiting, of all nodes.");
    endpoints =
        Gauge.builder()
            .name("florin_webhook_endpoints")
            .help("Endpoints by state: enabled, failing, or disabled.")
            .labelNames("state")
            .register(registry);
    watch(lanes, registry);
    this.job = BackgroundJob.start("webhook-metrics", PAUSE, this::look);
  }

  /** Registers the metrics from this node's memory. */
  private static void watch(Lanes lanes, PrometheusRegistry registry) {
    GaugeWithCallback.builder()
        .name("florin_webhook_attempts_in_flight")
        .help("Attempts that the node has started and not yet recorded.")
        .callback(gauge -> gauge.call(lanes.unfinished()))
        .register(registry);
    GaugeWithCallback.builder()
        .name("florin_webhook_endpoint_paused")
        .help(
            "1 for each endpoint that the node doesn't call for a while, because the endpoint fails.")
        .labelNames("endpoint")
        .callback(gauge ->
            lanes.paused().stream()
                .limit(MOST_NAMED)
                .map(WebhookEndpointId::text)
                .forEach(id -> gauge.call(1, id)))
        .register(registry);
  }

  void attempted(AttemptResult result, Duration latency) {
    attempts.labelValues(result.text()).inc();
    duration.observe(latency.toNanos() / 1e9);
  }

  @Override
  public void close() {
    job.close();
  }

  private boolean look() {
    var now = clock.instant();
    Depth depth = queue.depth(now);
    pending.set((double) depth.pending());
    oldest.set(
        depth.oldest().map(since -> Duration.between(since, now).toMillis() / 1e3).orElse(0.0));
    endpoints.clear();
    store
        .countByState()
        .forEach((state, count) -> endpoints.labelValues(state).set((double) count));
    return false;
  }

  private static Gauge gauge(PrometheusRegistry registry, String name, String help) {
    return Gauge.builder().name(name).help(help).register(registry);
  }
}
