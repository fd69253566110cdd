package florin.alarm;

import florin.connector.instance.RealmConnectors.ConnectorHealth;
import florin.db.DatabaseUnavailableException;
import florin.job.Loop;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks again and again whether there is anything that somebody has to look at. What every node can
 * see stands in the database; how providers answer, each node sees for itself.
 */
public final class Alarms implements AutoCloseable {
  static final Duration PAUSE = Duration.ofSeconds(30);

  /** What no node has seen for so long is over. */
  static final Duration ENDS_AFTER = Duration.ofMinutes(5);

  /** How long an outcome may be unknown. */
  static final Duration OVERDUE = Duration.ofHours(1);

  /** Banks take days to give back. */
  static final Duration OVERDUE_REFUND = Duration.ofDays(10);

  static final Duration SILENCE = Duration.ofDays(1);

  /** How long an endpoint may fail, and how often: a restart of its server is nobody's alarm. */
  static final Duration ENDPOINT_FAILING = Duration.ofMinutes(30);

  static final int ENDPOINT_FAILURES = 3;

  /** How long a statement may be missing: banks give theirs once a day, and some out of order. */
  static final Duration STATEMENT_MISSING = Duration.ofHours(24);

  /** What a bank has not given by then it does not give any more: it is told of no longer. */
  static final Duration STATEMENT_GIVEN_UP = Duration.ofDays(30);

  /** For how long after a dispute was lost there is an alert. */
  static final Duration DISPUTE_LOST = Duration.ofDays(7);

  /** What was sent just now, nobody can have told of. */
  private static final Duration NOT_YET = Duration.ofHours(1);

  /** Of each kind. */
  private static final int MOST = 100;

  private static final Logger LOG = LoggerFactory.getLogger(Alarms.class);

  private final AlarmStore store;
  private final Supplier<List<ConnectorHealth>> health;
  private final Supplier<List<Alarm>> beside;
  private final InstantSource clock;
  private final Loop loop;

  /** As of the last look: whoever asks for metrics waits for no database. */
  private volatile Map<AlarmKind, Long> counts = Map.of();

  /**
   * @param health of the connectors, as this node sees it
   * @param beside what else this node alone can see
   */
  public Alarms(
      AlarmStore store,
      Supplier<List<ConnectorHealth>> health,
      Supplier<List<Alarm>> beside,
      InstantSource clock,
      PrometheusRegistry registry) {
    this.store = store;
    this.health = health;
    this.beside = beside;
    this.clock = clock;
    GaugeWithCallback.builder()
        .name("florin_alarms")
        .help("What somebody has to look at, by kind; of all accounts and nodes.")
        .labelNames("kind")
        .callback(
            gauge -> counts.forEach((kind, count) -> gauge.call(count.doubleValue(), kind.text())))
        .register(registry);
    this.loop = Loop.start("alarms", PAUSE, this::look);
  }

  /** Says that there is no more to do at once. */
  boolean look() {
    Instant now = clock.instant();
    boolean isWhole =
        sources(now).stream().map(source -> tryLook(source, now)).reduce(true, Boolean::logicalAnd);
    if (isWhole) {
      store.endUnseen(now.minus(ENDS_AFTER), now);
    }
    counts = store.countByKind();
    return false;
  }

  private List<Supplier<List<Alarm>>> sources(Instant now) {
    return List.of(
        () -> health.get().stream().flatMap(Alarms::of).toList(),
        () -> store.listOverdue(now.minus(OVERDUE_REFUND), now.minus(OVERDUE), MOST),
        () -> store.listSilent(now.minus(SILENCE), now.minus(NOT_YET), MOST),
        () -> store.listDisputed(MOST),
        () -> store.listDifferingAtProvider(MOST),
        () -> store.listLost(now.minus(DISPUTE_LOST), MOST),
        () -> store.listGaps(now.minus(STATEMENT_GIVEN_UP), now.minus(STATEMENT_MISSING), MOST),
        () -> store.listDiffering(MOST),
        () -> beside.get().stream().limit(MOST).toList(),
        () -> store.listEndpoints(now.minus(ENDPOINT_FAILING), ENDPOINT_FAILURES, MOST));
  }

  /**
   * Raises the alarms of one source. A fault in one source, or in one alarm, stops no other.
   *
   * @return whether every alarm of the source was seen. If not, no alarm may end, since it may be
   *     one of those
   */
  private boolean tryLook(Supplier<List<Alarm>> source, Instant now) {
    try {
      return source.get().stream()
          .map(alarm -> tryRaise(alarm, now))
          .reduce(true, Boolean::logicalAnd);
    } catch (DatabaseUnavailableException away) {
      throw away;
    } catch (RuntimeException failed) {
      LOG.warn("a source of alarms could not be read", failed);
      return false;
    }
  }

  private boolean tryRaise(Alarm alarm, Instant now) {
    try {
      if (store.raise(alarm, now)) {
        LOG.warn("alarm {} of {}: {}", alarm.kind().text(), alarm.realm(), alarm.subject());
      }
      return true;
    } catch (DatabaseUnavailableException away) {
      throw away;
    } catch (RuntimeException failed) {
      LOG.warn(
          "the alarm {} of {} could not be raised", alarm.kind().text(), alarm.realm(), failed);
      return false;
    }
  }

  private static Stream<Alarm> of(ConnectorHealth health) {
    return Stream.of(AlarmKind.KEY_REFUSED, AlarmKind.CIRCUIT_OPEN)
        .filter(
            kind -> kind == AlarmKind.KEY_REFUSED ? health.isKeyRefused() : health.isCircuitOpen())
        .map(kind -> new Alarm(health.realm(), kind, health.name().id()));
  }

  @Override
  public void close() {
    loop.close();
  }
}
