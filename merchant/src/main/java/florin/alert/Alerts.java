package florin.alert;

import florin.db.Db;
import florin.job.BackgroundJob;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs all {@link AlertChecks} periodically, and stores their alerts. Most conditions are in the
 * database, visible to every node; each node itself observes how providers respond.
 */
public final class Alerts implements AutoCloseable {
  static final Duration PAUSE = Duration.ofSeconds(30);

  /** An alert ends if no node has seen its condition for this time. */
  static final Duration ENDS_AFTER = Duration.ofMinutes(5);

  private static final Logger LOG = LoggerFactory.getLogger(Alerts.class);

  private final Db db;
  private final AlertStore store;
  private final List<AlertCheck> checks;
  private final InstantSource clock;
  private final BackgroundJob job;

  /** The counts of the last check, so that metrics need no query. */
  private volatile Map<AlertKind, Long> counts = Map.of();

  /**
   * Creates and starts the job.
   *
   * @param checks the list is read at each round, so checks can be added later
   */
  public Alerts(
      Db db,
      AlertStore store,
      List<AlertCheck> checks,
      InstantSource clock,
      PrometheusRegistry registry) {
    this.db = db;
    this.store = store;
    this.checks = checks;
    this.clock = clock;
    GaugeWithCallback.builder()
        .name("florin_alerts")
        .help("Open alerts by kind, of all accounts and nodes.")
        .labelNames("kind")
        .callback(
            gauge -> counts.forEach((kind, count) -> gauge.call(count.doubleValue(), kind.text())))
        .register(registry);
    this.job = BackgroundJob.start("alerts", PAUSE, this::look);
  }

  /** Checks all conditions once, and returns false, because no work is left to do. */
  boolean look() {
    Instant now = clock.instant();
    var unknown = EnumSet.noneOf(AlertKind.class);
    checks.forEach(check -> unknown.addAll(tryLook(check, now)));
    store.endUnseen(now.minus(ENDS_AFTER), unknown, now);
    counts = store.countByKind();
    return false;
  }

  /**
   * Raises the alerts of one check. A fault in one check, or in one alert, stops no other.
   *
   * @return the kinds of which an alert may be missing, so that none of them may end
   */
  private Set<AlertKind> tryLook(AlertCheck check, Instant now) {
    try {
      return check.alerts().apply(now).stream()
          .filter(alert -> !alert.realm().isSandbox()) // its state is that of another time
          .filter(alert -> !tryRaise(alert, now))
          .map(Alert::kind)
          .collect(Collectors.toSet());
    } catch (RuntimeException failed) {
      db.requireAvailable();
      LOG.warn("the alerts {} could not be read", check.kinds(), failed);
      return check.kinds();
    }
  }

  private boolean tryRaise(Alert alert, Instant now) {
    try {
      if (store.raise(alert, now)) {
        LOG.warn("alert {} of {}: {}", alert.kind().text(), alert.realm(), alert.subject());
      }
      return true;
    } catch (RuntimeException failed) {
      db.requireAvailable();
      LOG.warn(
          "the alert {} of {} could not be raised", alert.kind().text(), alert.realm(), failed);
      return false;
    }
  }

  @Override
  public void close() {
    job.close();
  }
}
