package florin.webhook;

import florin.core.Mode;
import florin.core.Sources;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.GroupRead;
import florin.event.EventLog;
import florin.idempotency.Idempotency;
import florin.idempotency.Once;
import florin.job.Fitness;
import florin.job.Loop;
import florin.vault.SecretSeal;
import florin.webhook.DeliveryStore.AttemptInput;
import florin.webhook.Fanout.Lease;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;

/** Assembles this package, and provides the parts that others need. */
public final class WebhookWiring implements AutoCloseable {
  private static final Duration REPLAY_PAUSE = Duration.ofMillis(500);

  private final WebhookEndpoints endpoints;
  private final Deliveries deliveries;
  private final Verification verification;
  private final EnumMap<Mode, Sender> senders = new EnumMap<>(Mode.class);
  private final GroupRead<Lease, AttemptInput> reader;
  private final WebhookHealth webhookHealth;
  private final EndpointFailures failures;
  private final EndpointHours hours;
  private final WebhookMetrics metrics;
  private final DeliveryAttempts attempts;
  private final WebhookSettings settings;
  private final Storage storage;
  private final Lanes lanes;
  private final Sources sources;

  /**
   * The storage.
   *
   * @param db for merchants' requests
   * @param queueDb for the queue: its connections walk indexes
   * @param results commits the results of attempts, separately from the commits of requests
   */
  public record Storage(Db db, Db queueDb, EventLog events, GroupCommit results) {}

  /**
   * The transport.
   *
   * @param lanes receives new deliveries from the group commit that writes events
   */
  public record DeliveryTransport(AddressGuard guard, Resolver resolver, Lanes lanes) {}

  /** Resolves a host's addresses. Merchants control what the names of their hosts return. */
  @FunctionalInterface
  public interface Resolver {
    /** The resolver of the operating system. */
    Resolver SYSTEM = host -> List.of(InetAddress.getAllByName(host));

    List<InetAddress> resolve(String host) throws UnknownHostException;
  }

  /**
   * The operator's settings of webhooks.
   *
   * @param allowed allowed addresses that are not public: see {@link AddressGuard}
   * @param perEndpoint attempts in flight for one endpoint
   * @param inAll attempts in flight in total
   * @param eventsKept the retention period of events with their deliveries and attempts; at least
   *     {@link Idempotency#EVENTS_NEEDED}
   */
  public record WebhookSettings(
      List<String> allowed,
      int perEndpoint,
      int inAll,
      RetrySchedule retries,
      Duration eventsKept) {
    public static final WebhookSettings DEFAULT =
        new WebhookSettings(List.of(), 10, 1024, RetrySchedule.DEFAULT, Duration.ofDays(30));

    public WebhookSettings {
      allowed = List.copyOf(allowed);
      if (eventsKept.compareTo(Idempotency.EVENTS_NEEDED) < 0) {
        throw new IllegalArgumentException("answers that are still kept refer to younger events");
      }
    }
  }

  public WebhookWiring(
      WebhookSettings settings,
      Storage storage,
      DeliveryTransport sending,
      SecretSeal seal,
      Once once,
      PrometheusRegistry registry,
      Sources sources) {
    this.settings = settings;
    this.storage = storage;
    this.lanes = sending.lanes();
    this.sources = sources;
    InstantSource clock = sources.clock();
    var store = new WebhookEndpointStore(storage.db());
    this.endpoints =
        new WebhookEndpoints(
            store, sending.guard(), seal, once, sources.ids(), clock, sources.random());
    this.deliveries =
        new Deliveries(
            new DeliveryStore(storage.db()), store, storage.events(), once, settings.retries());
    this.verification = new Verification(storage.events(), store, seal, once, clock);
    for (Mode mode : Mode.values()) {
      senders.put(mode, new Sender(mode, sending.guard(), sending.resolver(), settings.inAll()));
    }
    this.reader = new GroupRead<>("delivery", storage.queueDb(), 1, DeliveryStore::load);
    var hourStore = new EndpointHourStore(storage.queueDb());
    this.webhookHealth =
        new WebhookHealth(new WebhookHealthStore(storage.queueDb()), hourStore, clock);
    this.hours = new EndpointHours(storage.queueDb(), hourStore);
    this.failures = new EndpointFailures(storage.db(), store, clock);
    this.metrics =
        new WebhookMetrics(
            registry, lanes, new DeliveryQueueStore(storage.queueDb()), store, clock);
    this.attempts =
        new DeliveryAttempts(
            reader,
            storage.results(),
            senders,
            seal,
            settings.retries(),
            new AttemptNotes(failures, hours, metrics),
            sources);
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

  /** Returns the retention period of events. */
  public Duration eventsKept() {
    return settings.eventsKept();
  }

  /** Starts this node's jobs, which deliver due events of all realms and delete old ones. */
  public Loops start(Fitness fitness) {
    return new Loops(
        new Deliverer(
            storage.queueDb(), lanes, attempts, settings.retries(), sources.clock(), fitness),
        Loop.ofWork(
            "webhook-replay",
            REPLAY_PAUSE,
            fitness,
            new ReplayStore(storage.queueDb())::replaySome),
        new Retention(
            new RetentionStore(storage.queueDb()),
            settings.eventsKept(),
            sources.clock(),
            fitness));
  }

  /** The background jobs. */
  public static final class Loops implements AutoCloseable {
    private final Deliverer deliverer;
    private final Loop replays;
    private final Retention retention;

    private Loops(Deliverer deliverer, Loop replays, Retention retention) {
      this.deliverer = deliverer;
      this.replays = replays;
      this.retention = retention;
    }

    /** Stops the jobs after attempts in flight have ended. */
    @Override
    public void close() {
      retention.close();
      replays.close();
      deliverer.close();
    }
  }

  /** Returns the deliveries for a writer of demo history, instead of {@link #start}. */
  public DeliveryHistory history() {
    return new DeliveryHistory(
        new DeliveryQueueStore(storage.queueDb()),
        new DeliveryStore(storage.db()),
        attempts,
        settings.retries(),
        sources.dueClock());
  }

  @Override
  public void close() {
    metrics.close();
    failures.close();
    hours.close();
    senders.values().forEach(Sender::close);
    reader.close();
  }
}
