package florin.webhook;

import florin.core.Mode;
import florin.core.Sources;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.GroupRead;
import florin.event.EventLog;
import florin.idempotency.Idempotency;
import florin.idempotency.IdempotentCommand;
import florin.job.BackgroundJob;
import florin.job.DueWork;
import florin.job.WorkAcceptance;
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

/** The parts of this package. Those that other packages use are public. */
public final class WebhookModule implements AutoCloseable {
  private static final Duration REPLAY_PAUSE = Duration.ofMillis(500);

  public final WebhookEndpoints endpoints;
  public final Deliveries deliveries;
  public final Verification verification;
  private final EnumMap<Mode, Sender> senders = new EnumMap<>(Mode.class);
  private final GroupRead<Lease, AttemptInput> reader;
  public final WebhookHealth health;
  private final EndpointFailures failures;
  private final EndpointHours hours;
  private final WebhookMetrics metrics;
  private final DeliveryAttempts attempts;
  private final WebhookSettings settings;
  private final Db db;
  private final Db queueDb;
  private final Lanes lanes;
  private final Sources sources;

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

  /**
   * Creates the parts.
   *
   * @param db for merchants' requests
   * @param queueDb for the queue: its connections walk indexes
   * @param results commits the results of attempts, separately from the commits of requests
   */
  public WebhookModule(
      WebhookSettings settings,
      Db db,
      Db queueDb,
      EventLog events,
      GroupCommit results,
      DeliveryTransport sending,
      SecretSeal seal,
      IdempotentCommand once,
      PrometheusRegistry registry,
      Sources sources) {
    this.settings = settings;
    this.db = db;
    this.queueDb = queueDb;
    this.lanes = sending.lanes();
    this.sources = sources;
    InstantSource clock = sources.clock();
    var store = new WebhookEndpointStore(db);
    this.endpoints =
        new WebhookEndpoints(
            store, sending.guard(), seal, once, sources.ids(), clock, sources.random());
    this.deliveries =
        new Deliveries(new DeliveryStore(db), store, events, once, settings.retries());
    this.verification = new Verification(events, store, seal, once, clock);
    for (Mode mode : Mode.values()) {
      senders.put(mode, new Sender(mode, sending.guard(), sending.resolver(), settings.inAll()));
    }
    this.reader = new GroupRead<>("delivery", queueDb, 1, DeliveryStore::load);
    var hourStore = new EndpointHourStore(queueDb);
    this.health = new WebhookHealth(new WebhookHealthStore(queueDb), hourStore, clock);
    this.hours = new EndpointHours(queueDb, hourStore);
    this.failures = new EndpointFailures(db, store, clock);
    this.metrics =
        new WebhookMetrics(registry, lanes, new DeliveryQueueStore(queueDb), store, clock);
    this.attempts =
        new DeliveryAttempts(
            reader,
            results,
            senders,
            seal,
            settings.retries(),
            new AttemptNotes(failures, hours, metrics),
            sources);
  }

  /** Starts this node's jobs, which deliver due events of all realms and delete old ones. */
  public Loops start(WorkAcceptance acceptance) {
    return new Loops(
        new Deliverer(queueDb, lanes, attempts, settings.retries(), sources.clock(), acceptance),
        BackgroundJob.ofWork(
            "webhook-replay", REPLAY_PAUSE, acceptance, new ReplayStore(queueDb)::replaySome),
        new Retention(
            new RetentionStore(queueDb), settings.eventsKept(), sources.clock(), acceptance));
  }

  /** Returns the attempts of deliveries in sandboxes. */
  public DueWork sandboxDeliveries() {
    return new SandboxDeliveries(new DeliveryQueueStore(queueDb), attempts, sources.clock());
  }

  /** The background jobs. */
  public static final class Loops implements AutoCloseable {
    private final Deliverer deliverer;
    private final BackgroundJob replays;
    private final Retention retention;

    private Loops(Deliverer deliverer, BackgroundJob replays, Retention retention) {
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
        new DeliveryQueueStore(queueDb),
        new DeliveryStore(db),
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
