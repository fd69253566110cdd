package florin.webhook;

import florin.core.IdSource;
import florin.core.Mode;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.GroupRead;
import florin.event.EventLog;
import florin.idempotency.Idempotency;
import florin.idempotency.Once;
import florin.vault.SecretSeal;
import florin.webhook.DeliveryStore.Loaded;
import florin.webhook.Fanout.Leased;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.EnumMap;

/** The parts of this package, put together; what others need of them it hands out. */
public final class WebhookWiring implements AutoCloseable {
  private final WebhookEndpoints endpoints;
  private final Deliveries deliveries;
  private final Verification verification;
  private final EnumMap<Mode, Sender> senders = new EnumMap<>(Mode.class);
  private final GroupRead<Leased, Loaded> reader;
  private final WebhookHealth webhookHealth;
  private final Health health;
  private final WebhookMetrics metrics;
  private final Attempts attempts;
  private final WebhookSettings settings;
  private final Db db;
  private final Db queueDb;
  private final Lanes lanes;
  private final InstantSource clock;
  private final InstantSource dueClock;

  /**
   * @param db for what merchants ask
   * @param queueDb for the queue: its connections walk indexes
   * @param results commits what came of attempts, apart from the commits of requests
   * @param lanes told of new deliveries by the group commit that events are written by
   * @param dueClock by which nodes compare when deliveries are due: the database's, and in service
   *     no other than `clock`
   */
  public WebhookWiring(
      WebhookSettings settings,
      AddressGuard guard,
      Resolver resolver,
      Db db,
      Db queueDb,
      GroupCommit results,
      Lanes lanes,
      SecretSeal seal,
      EventLog events,
      Once once,
      Idempotency idempotency,
      PrometheusRegistry registry,
      IdSource ids,
      InstantSource clock,
      InstantSource dueClock,
      SecureRandom random) {
    this.settings = settings;
    this.db = db;
    this.queueDb = queueDb;
    this.lanes = lanes;
    this.clock = clock;
    this.dueClock = dueClock;
    var store = new WebhookEndpointStore(db);
    this.endpoints =
        new WebhookEndpoints(store, guard, seal, once, idempotency, ids, clock, random);
    this.deliveries = new Deliveries(new DeliveryStore(db), store, events, once, idempotency);
    this.verification = new Verification(events, store, seal, once, idempotency, clock);
    for (Mode mode : Mode.values()) {
      senders.put(mode, new Sender(mode, guard, resolver, settings.inAll()));
    }
    this.reader = new GroupRead<>("delivery", queueDb, 1, DeliveryStore::load);
    this.webhookHealth = new WebhookHealth(new WebhookHealthStore(queueDb), clock);
    this.health = new Health(store, clock);
    this.metrics =
        new WebhookMetrics(registry, lanes, new DeliveryQueueStore(queueDb), store, clock);
    this.attempts =
        new Attempts(
            reader, results, senders, seal, settings.retries(), health, metrics, clock, dueClock);
  }

  public WebhookEndpoints endpoints() {
    return endpoints;
  }

  public Deliveries deliveries() {
    return deliveries;
  }

  public Verification verification() {
    return verification;
  }

  public WebhookHealth health() {
    return webhookHealth;
  }

  /** From now on this node delivers whatever is due, whosever it is, and deletes what is old. */
  public Engine start() {
    return new Engine(
        new Deliverer(queueDb, lanes, attempts, clock),
        new Replays(new ReplayStore(queueDb)),
        new Retention(new RetentionStore(queueDb), settings.eventsKept(), clock));
  }

  /** What works by itself. */
  public static final class Engine implements AutoCloseable {
    private final Deliverer deliverer;
    private final Replays replays;
    private final Retention retention;

    private Engine(Deliverer deliverer, Replays replays, Retention retention) {
      this.deliverer = deliverer;
      this.replays = replays;
      this.retention = retention;
    }

    /** What is under way ends first. */
    @Override
    public void close() {
      retention.close();
      replays.close();
      deliverer.close();
    }
  }

  /** For whoever writes history, instead of {@link #start}. */
  public DeliveryHistory history() {
    return new DeliveryHistory(
        new DeliveryQueueStore(queueDb),
        new DeliveryStore(db),
        attempts,
        settings.retries(),
        dueClock);
  }

  @Override
  public void close() {
    metrics.close();
    health.close();
    senders.values().forEach(Sender::close);
    reader.close();
  }
}
