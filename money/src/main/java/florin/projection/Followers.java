package florin.projection;

import florin.db.Db;
import florin.job.BackgroundJob;
import florin.job.DatabaseClock;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** The followers of this node, and their metrics. */
public final class Followers implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final FollowerStore store;
  private final DatabaseClock clock;
  private final Counter events;
  private final Gauge lag;
  private final Deque<Runnable> closing = new ArrayDeque<>();

  /**
   * Creates it without followers.
   *
   * @param db for all writes: see {@link Db#unhurried}
   */
  public Followers(Db db, PrometheusRegistry registry, DatabaseClock clock) {
    this.store = new FollowerStore(db);
    this.clock = clock;
    this.events =
        Counter.builder()
            .name("florin_projection_events_total")
            .help("Events that the node has applied, by projection.")
            .labelNames("projection")
            .register(registry);
    this.lag =
        Gauge.builder()
            .name("florin_projection_lag_seconds")
            .help(
                "Time by which the dashboard's metrics (report) or the ledger are behind, by projection. Florin keeps events until they are applied.")
            .labelNames("projection")
            .register(registry);
  }

  /** Starts a follower. It ends when this object is closed. */
  public Follower start(Projection projection) {
    String name = projection.name();
    var follower =
        new Follower(store, projection, count -> events.labelValues(name).inc(count), clock);
    closing.push(follower::close);
    closing.push(watch(name, follower)::close);
    return follower;
  }

  /** Measures the lag every few seconds, whichever node processes the events. */
  private BackgroundJob watch(String name, Follower follower) {
    return BackgroundJob.start(
        "projection-lag-" + name,
        PAUSE,
        () -> {
          lag.labelValues(name)
              .set(
                  follower
                      .behindSince()
                      .map(since -> Duration.between(since, clock.instant()).toMillis() / 1e3)
                      .orElse(0.0));
          return false;
        });
  }

  @Override
  public void close() {
    closing.forEach(Runnable::run);
  }
}
