package florin.app;

import florin.account.AccountStore;
import florin.account.Accounts;
import florin.account.Descriptors;
import florin.alert.Alert;
import florin.alert.AlertConditions;
import florin.alert.AlertMails;
import florin.alert.AlertStore;
import florin.alert.Alerts;
import florin.app.App.Networks;
import florin.app.Features.Variant;
import florin.backup.ScheduledBackups;
import florin.backup.ScheduledBackups.BackupPlan;
import florin.backup.ScheduledBackups.BackupSource;
import florin.config.BaseUrl;
import florin.config.Config;
import florin.connector.ConnectorKind;
import florin.connector.Connectors;
import florin.connector.SafeConnector;
import florin.connector.instance.ExchangeRetention;
import florin.connector.instance.ExchangeRetentionStore;
import florin.connector.instance.ExchangeStore;
import florin.connector.instance.InstanceStore;
import florin.connector.instance.InstanceStore.CredentialSealStore;
import florin.connector.instance.ProviderWebhookApi;
import florin.connector.instance.ProviderWebhookRetention;
import florin.connector.instance.ProviderWebhookStore;
import florin.connector.instance.ProviderWebhooks;
import florin.connector.instance.RealmConnectors;
import florin.connector.instance.RestoreReview;
import florin.connector.instance.RestoreReviewStore;
import florin.connector.instance.Setups.ConnectorKinds;
import florin.connector.simulator.Simulator;
import florin.core.Sources;
import florin.db.Companion;
import florin.db.ConnectionSource;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.MadeListener;
import florin.db.PostgresAddress;
import florin.http.OutgoingBudgets;
import florin.idempotency.Once;
import florin.payment.execution.OnSuccess;
import florin.payment.execution.Probe;
import florin.payment.store.AttemptStore;
import florin.receipt.ReceiptMailStore;
import florin.webhook.AddressGuard;
import florin.webhook.Fanout;
import florin.webhook.Lanes;
import florin.webhook.WebhookWiring.DeliveryTransport;
import florin.webhook.WebhookWiring.Resolver;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The {@link Variant} of the service: everything happens now, and every acknowledged commit is
 * durable.
 */
final class Service {
  /** The commits of the simulator's ledger must give up before the connector's deadline of 8 s. */
  private static final Duration BOOK_PATIENCE = Duration.ofSeconds(7);

  private final Parts parts;
  private final Foundation foundation;
  private final Config config;
  private final PostgresAddress database;
  private final int port;
  private final CommitMetrics metrics;
  private final Lanes lanes;
  private final GroupCommit commits;
  private final RealmConnectors connectors;
  private final Connectors allConnectors;
  private final ExchangeStore exchanges;
  private final ConnectorKinds kinds;
  private final DiskSpace disk;

  /**
   * Creates the parts.
   *
   * @param port the port on which it listens
   * @param epoch invalidates cached keys and connectors
   */
  Service(Parts parts, Foundation foundation, int port, Networks networks, LongSupplier epoch) {
    this.parts = parts;
    this.foundation = foundation;
    this.config = foundation.config();
    this.database = foundation.database();
    this.port = port;
    this.metrics = new CommitMetrics(foundation.registry());
    this.exchanges = exchanges(networks);
    this.kinds = new ConnectorKinds(networks.kinds());
    this.lanes =
        Lanes.of(
            config.webhooks().perEndpoint(),
            Math.min(config.webhooks().inAll(), OutgoingBudgets.ofProcess().webhookAttempts()));
    this.commits =
        commits(
            "main",
            database::connect,
            GroupCommit.DEFAULT_PATIENCE,
            List.of(Fanout.ofEvents(config.webhooks().retries())),
            lanes);
    this.connectors = connectors(networks, epoch);
    this.disk = parts.open(new DiskSpace(config, foundation.registry()));
    this.allConnectors =
        new ConnectorsWithRoom(BankWiring.beside(connectors, foundation, commits), disk::isScarce);
    ConnectorMetrics.register(foundation.registry(), connectors);
  }

  Variant variant(Probe probe) {
    GroupCommit results = parts.open(whenNeeded("webhook"));
    GroupCommit beside =
        metrics.watch(
            "beside",
            parts.open(
                GroupCommit.whenNeeded(
                    "beside",
                    database::connect,
                    GroupCommit.DEFAULT_PATIENCE,
                    List.of(Fanout.ofEvents(config.webhooks().retries())),
                    lanes)));
    return new Variant(
        Sources.of(foundation.clock(), foundation.random()),
        commits,
        beside,
        results,
        allConnectors,
        new DeliveryTransport(guard(), Resolver.SYSTEM, lanes),
        config.baseUrl().orElseGet(() -> BaseUrl.of(config.http(), port)),
        new Descriptors(new AccountStore(foundation.db()))::of,
        config.smtp().isPresent() ? ReceiptMailStore::enqueue : OnSuccess.NOTHING,
        probe);
  }

  /** Assembles the merchants' connectors. */
  ConnectorWiring connectors(Variant variant, Once once) {
    return parts.open(ConnectorWiring.of(foundation, variant, kinds, exchanges, connectors, once));
  }

  /** Assembles provider webhooks. */
  ProviderWebhookApi webhooks(Variant variant) {
    var store = new ProviderWebhookStore(foundation.db());
    parts.open(new ProviderWebhookRetention(store, foundation.clock(), foundation.clock()));
    parts.open(
        new ExchangeRetention(
            new ExchangeRetentionStore(foundation.db()), foundation.clock(), foundation.clock()));
    var review =
        parts.open(
            new RestoreReview(
                connectors,
                new RestoreReviewStore(foundation.db()),
                foundation.clock(),
                foundation.clock()));
    ConnectorMetrics.register(foundation.registry(), review);
    return new ProviderWebhookApi(
        new ProviderWebhooks(
            connectors,
            exchanges,
            variant.commits(),
            foundation.seal(),
            AttemptStore::nudge,
            variant.sources().ids()));
  }

  /** Returns whether the disk is nearly full. */
  boolean isDiskScarce() {
    return disk.isScarce();
  }

  /** Starts the checks for alerts, and the mails to owners and admins. */
  void startAlerts(Variant variant, Accounts accounts, Supplier<List<Alert>> beside) {
    var store = new AlertStore(foundation.db());
    var conditions = AlertConditions.of(foundation.db());
    Optional<ScheduledBackups> backups = config.backups().map(this::startBackups);
    parts.open(
        new Alerts(
            foundation.db(),
            store,
            conditions,
            connectors::listHealth,
            () ->
                Stream.of(beside.get().stream(), ofBackups(backups), ofClock())
                    .flatMap(alerts -> alerts)
                    .toList(),
            foundation.clock(),
            foundation.registry()));
    config
        .smtp()
        .ifPresent(smtp ->
            parts.open(
                new AlertMails(
                    store, conditions, smtp, accounts, variant.base(), foundation.clock())));
  }

  private static Stream<Alert> ofBackups(Optional<ScheduledBackups> backups) {
    return backups.filter(ScheduledBackups::isOverdue).map(_ -> Alert.ofBackups()).stream();
  }

  private Stream<Alert> ofClock() {
    return foundation.clock().isOff() ? Stream.of(Alert.ofClock()) : Stream.empty();
  }

  private ScheduledBackups startBackups(BackupPlan plan) {
    return parts.open(
        new ScheduledBackups(
            plan,
            new BackupSource(config.data(), database, config.keysFile(), App.version()),
            foundation.random(),
            foundation.clock(),
            foundation.registry()));
  }

  private RealmConnectors connectors(Networks networks, LongSupplier epoch) {
    Db db = foundation.db();
    for (ConnectorKind kind : networks.kinds()) {
      if (kind instanceof AutoCloseable connections) {
        parts.open(connections);
      }
    }
    return new RealmConnectors(
        new SafeConnector(networks.line().apply(simulator())),
        networks.kinds(),
        new InstanceStore(db),
        new CredentialSealStore(foundation.seal()),
        instance -> exchanges.of(instance.realm(), instance.id()),
        epoch,
        System::nanoTime,
        config.http().limits().budgets().running() / 2);
  }

  /** Returns the log of exchanges, whose commits take a connection only if there is a provider. */
  private ExchangeStore exchanges(Networks networks) {
    var commits =
        networks.kinds().isEmpty()
            ? Optional.<GroupCommit>empty()
            : Optional.of(parts.open(whenNeeded("exchange")));
    return new ExchangeStore(commits, foundation.db(), foundation.clock());
  }

  /**
   * Returns a group commit that opens no connection before its first changeset: many services never
   * have one.
   */
  private GroupCommit whenNeeded(String name) {
    return GroupCommit.whenNeeded(
        name, database::connect, GroupCommit.DEFAULT_PATIENCE, List.of(), MadeListener.NOBODY);
  }

  private Simulator simulator() {
    Db book = parts.open(Db.forRequests(database));
    GroupCommit bookCommits =
        commits("book", database::connect, BOOK_PATIENCE, List.of(), MadeListener.NOBODY);
    return new Simulator(bookCommits, book, foundation.clock());
  }

  private GroupCommit commits(
      String name,
      ConnectionSource source,
      Duration patience,
      List<Companion> companions,
      MadeListener listener) {
    return metrics.watch(
        name,
        parts.open(
            config.committers() == 0
                ? GroupCommit.oneByOne(name, source, patience, companions, listener)
                : new GroupCommit(
                    name, source, config.committers(), patience, companions, listener)));
  }

  /**
   * Returns the guard. While other machines can't reach Florin, even through a proxy, test webhooks
   * may go to this machine, because it is an evaluation.
   */
  private AddressGuard guard() {
    var own = new HashSet<>(database.ports());
    own.add(port);
    boolean loopback =
        InetAddress.ofLiteral(config.http().bindAddress()).isLoopbackAddress()
            && config.baseUrl().map(BaseUrl::isLoopback).orElse(true);
    return new AddressGuard(loopback, own, config.webhooks().allowed());
  }
}
