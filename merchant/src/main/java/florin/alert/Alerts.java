package florin.alert;

import florin.connector.instance.RealmConnectors.ConnectorHealth;
import florin.db.Db;
import florin.job.Loop;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks periodically for conditions that need a person. Most are in the database, visible to every
 * node; each node itself observes how providers respond.
 */
public final class Alerts implements AutoCloseable {
  static final Duration PAUSE = Duration.ofSeconds(30);

  /** An alert ends if no node has seen its condition for this time. */
  static final Duration ENDS_AFTER = Duration.ofMinutes(5);

  /** The longest time for which an outcome may be unknown. */
  static final Duration OVERDUE = Duration.ofHours(1);

  /** The longest time of a refund by bank transfer, for which banks take days. */
  static final Duration OVERDUE_REFUND = Duration.ofDays(10);

  static final Duration SILENCE = Duration.ofDays(1);

  /**
   * The time and the number of failures after which a failing endpoint raises an alert. A restart
   * of its server does not.
   */
  static final Duration ENDPOINT_FAILING = Duration.ofMinutes(30);

  static final int ENDPOINT_FAILURES = 3;

  /**
   * The time after which a missing statement raises an alert: banks deliver once a day, and
   * sometimes out of order.
   */
  static final Duration STATEMENT_MISSING = Duration.ofHours(24);

  /**
   * The time after which the alert of a missing statement ends, because the bank will no longer
   * deliver it.
   */
  static final Duration STATEMENT_GIVEN_UP = Duration.ofDays(30);

  /** The duration of the alert about a lost dispute. */
  static final Duration DISPUTE_LOST = Duration.ofDays(7);

  /** The time within which a provider need not have sent a webhook about a request. */
  private static final Duration NOT_YET = Duration.ofHours(1);

  /** The most alerts of each kind. */
  private static final int MOST = 100;

  private static final Logger LOG = LoggerFactory.getLogger(Alerts.class);

  private final Db db;
  private final AlertStore store;
  private final AlertConditions conditions;
  private final Supplier<List<ConnectorHealth>> health;
  private final Supplier<List<Alert>> beside;
  private final InstantSource clock;
  private final Loop loop;

  /** The counts of the last check, so that metrics need no query. */
  private volatile Map<AlertKind, Long> counts = Map.of();

  /**
   * Creates and starts the checks.
   *
   * @param conditions the conditions in the database
   * @param health the state of the connectors, as this node sees it
   * @param beside other conditions that only this node sees
   */
  public Alerts(
      Db db,
      AlertStore store,
      AlertConditions conditions,
      Supplier<List<ConnectorHealth>> health,
      Supplier<List<Alert>> beside,
      InstantSource clock,
      PrometheusRegistry registry) {
    this.db = db;
    this.store = store;
    this.conditions = conditions;
    this.health = health;
    this.beside = beside;
    this.clock = clock;
    GaugeWithCallback.builder()
        .name("florin_alerts")
        .help("Open alerts by kind, of all accounts and nodes.")
        .labelNames("kind")
        .callback(
            gauge -> counts.forEach((kind, count) -> gauge.call(count.doubleValue(), kind.text())))
        .register(registry);
    this.loop = Loop.start("alerts", PAUSE, this::look);
  }

  /** Checks all conditions once, and returns false, because no work is left to do. */
  boolean look() {
    Instant now = clock.instant();
    var unknown = EnumSet.noneOf(AlertKind.class);
    sources(now).forEach(source -> unknown.addAll(tryLook(source, now)));
    store.endUnseen(now.minus(ENDS_AFTER), unknown, now);
    counts = store.countByKind();
    return false;
  }

  /**
   * A source of alerts.
   *
   * @param kinds all kinds of alerts that the source raises; no other source raises them
   */
  record AlertSource(Set<AlertKind> kinds, Supplier<List<Alert>> alerts) {}

  List<AlertSource> sources(Instant now) {
    return List.of(
        new AlertSource(
            Set.of(AlertKind.KEY_REFUSED, AlertKind.CIRCUIT_OPEN),
            () -> health.get().stream().flatMap(Alerts::of).toList()),
        new AlertSource(
            Set.of(
                AlertKind.PAYMENT_OVERDUE, AlertKind.REFUND_OVERDUE, AlertKind.BANK_REFUND_OVERDUE),
            () -> conditions.listOverdue(now.minus(OVERDUE_REFUND), now.minus(OVERDUE), MOST)),
        new AlertSource(
            Set.of(AlertKind.WEBHOOKS_SILENT),
            () -> conditions.listSilent(now.minus(SILENCE), now.minus(NOT_YET), MOST)),
        new AlertSource(Set.of(AlertKind.PAYMENT_DISPUTED), () -> conditions.listDisputed(MOST)),
        new AlertSource(
            Set.of(AlertKind.PROVIDER_DIFFERS), () -> conditions.listDifferingAtProvider(MOST)),
        new AlertSource(
            Set.of(AlertKind.DISPUTE_LOST),
            () -> conditions.listLost(now.minus(DISPUTE_LOST), MOST)),
        new AlertSource(
            Set.of(AlertKind.STATEMENT_MISSING),
            () ->
                conditions.listGaps(
                    now.minus(STATEMENT_GIVEN_UP), now.minus(STATEMENT_MISSING), MOST)),
        new AlertSource(Set.of(AlertKind.TRANSFER_DIFFERS), () -> conditions.listDiffering(MOST)),
        new AlertSource(
            Set.of(AlertKind.STATEMENT_REFUSED, AlertKind.BACKUP_OVERDUE, AlertKind.CLOCK_OFF),
            () -> beside.get().stream().limit(MOST).toList()),
        new AlertSource(
            Set.of(AlertKind.ENDPOINT_FAILING, AlertKind.ENDPOINT_DISABLED),
            () -> conditions.listEndpoints(now.minus(ENDPOINT_FAILING), ENDPOINT_FAILURES, MOST)));
  }

  /**
   * Raises the alerts of one source. A fault in one source, or in one alert, stops no other.
   *
   * @return the kinds of which an alert may be missing, so that none of them may end
   */
  private Set<AlertKind> tryLook(AlertSource source, Instant now) {
    try {
      return source.alerts().get().stream()
          .filter(alert -> !tryRaise(alert, now))
          .map(Alert::kind)
          .collect(Collectors.toSet());
    } catch (RuntimeException failed) {
      db.requireAvailable();
      LOG.warn("the alerts {} could not be read", source.kinds(), failed);
      return source.kinds();
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

  private static Stream<Alert> of(ConnectorHealth health) {
    return Stream.of(AlertKind.KEY_REFUSED, AlertKind.CIRCUIT_OPEN)
        .filter(
            kind -> kind == AlertKind.KEY_REFUSED ? health.isKeyRefused() : health.isCircuitOpen())
        .map(kind -> new Alert(health.realm(), kind, health.name().id()));
  }

  @Override
  public void close() {
    loop.close();
  }
}
