package florin.app;

import florin.account.AccountStore;
import florin.account.Accounts;
import florin.account.ApiKeys;
import florin.account.Descriptors;
import florin.api.Gate;
import florin.api.Routes;
import florin.challenge.ChallengeApi;
import florin.config.BaseUrl;
import florin.config.Config;
import florin.connector.Connector;
import florin.connector.ConnectorKind;
import florin.connector.SafeConnector;
import florin.connector.instance.CredentialSealStore;
import florin.connector.instance.ExchangeStore;
import florin.connector.instance.InstanceStore;
import florin.connector.instance.NoticeApi;
import florin.connector.instance.NoticeRetention;
import florin.connector.instance.NoticeStore;
import florin.connector.instance.Notices;
import florin.connector.instance.RealmConnectors;
import florin.connector.simulator.Simulator;
import florin.core.Caller;
import florin.core.ErrorCode;
import florin.core.IdSource;
import florin.core.IoReason;
import florin.customer.CustomerApi;
import florin.customer.CustomerStore;
import florin.customer.Customers;
import florin.dashboard.AuditPages;
import florin.dashboard.CustomerPages;
import florin.dashboard.DashboardGate;
import florin.dashboard.DashboardRoutes;
import florin.dashboard.EventPages;
import florin.dashboard.HomePage;
import florin.dashboard.InvitationPages;
import florin.dashboard.KeyPages;
import florin.dashboard.PaymentListPages;
import florin.dashboard.PaymentPages;
import florin.dashboard.RequestLogPages;
import florin.dashboard.ResetPages;
import florin.dashboard.SecurityPages;
import florin.dashboard.SettingsPages;
import florin.dashboard.SetupPages;
import florin.dashboard.SignInPages;
import florin.dashboard.TeamPages;
import florin.dashboard.WebhookPages;
import florin.db.Companion;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.MadeListener;
import florin.db.Migrations;
import florin.db.PostgresAddress;
import florin.db.RestoredDump;
import florin.event.EventApi;
import florin.event.EventFeed;
import florin.event.EventLog;
import florin.event.EventStreamApi;
import florin.http.Answered;
import florin.http.Server;
import florin.idempotency.Idempotency;
import florin.idempotency.Once;
import florin.job.DatabaseClock;
import florin.payment.Attempt.Owner;
import florin.payment.AttemptStore;
import florin.payment.ChallengeLinks;
import florin.payment.ClientSecrets;
import florin.payment.OnSuccess;
import florin.payment.PaymentApi;
import florin.payment.PaymentWiring;
import florin.payment.Probe;
import florin.payment.ReceiptLinks;
import florin.payment.RefundApi;
import florin.paymentmethod.CardsOnFile;
import florin.paymentmethod.Erasure;
import florin.paymentmethod.MethodsOfCustomers;
import florin.paymentmethod.PaymentMethodApi;
import florin.paymentmethod.PaymentMethodStore;
import florin.paymentmethod.PaymentMethods;
import florin.receipt.ReceiptApi;
import florin.receipt.ReceiptMailStore;
import florin.receipt.ReceiptMails;
import florin.report.LoggedRequest;
import florin.report.ReportWiring;
import florin.report.RequestLog;
import florin.team.TeamWiring;
import florin.vault.CodeMemory;
import florin.vault.Keyring;
import florin.vault.Keyring.Purpose;
import florin.vault.KeyringStore;
import florin.vault.LiveKeyring;
import florin.vault.SecretSeal;
import florin.vault.Vault;
import florin.webhook.AddressGuard;
import florin.webhook.DeliveryApi;
import florin.webhook.Fanout;
import florin.webhook.Lanes;
import florin.webhook.Resolver;
import florin.webhook.VerificationApi;
import florin.webhook.WebhookEndpointApi;
import florin.webhook.WebhookHealth;
import florin.webhook.WebhookWiring;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * All parts, wired by constructor in the order in which they depend on each other, and closed in
 * reverse: the port first, the database last.
 */
public final class App implements AutoCloseable {
  /** The book's commits must give up before the connector's deadline of 8 s. */
  private static final Duration BOOK_PATIENCE = Duration.ofSeconds(7);

  private static final Logger LOG = LoggerFactory.getLogger(App.class);

  private final Deque<AutoCloseable> opened;
  private final Accounts accounts;
  private final PaymentWiring payments;
  private final WebhookWiring webhooks;
  private final ReportWiring report;
  private final TeamWiring team;
  private final Routes routes;
  private final DashboardRoutes dashboard;
  private final Server server;

  private App(
      Config config,
      PostgresAddress database,
      Owner self,
      Probe probe,
      Networks networks,
      Deque<AutoCloseable> opened) {
    this.opened = opened;
    var registry = new PrometheusRegistry();
    this.server = open(listening(() -> Server.of(config.http(), registry)));
    Migrations.run(database);
    var random = new SecureRandom();
    Db db = open(Db.forRequests(database));
    RestoredDump.mend(db);
    Keyring keyring = KeyringStore.open(db, config.keysFile(), random);
    var liveKeyring = open(new LiveKeyring(db, config.keysFile(), keyring, self.node()));
    DatabaseClock clock = open(new DatabaseClock(db));
    var ids = new IdSource(clock);

    var accountStore = new AccountStore(db);
    this.accounts = new Accounts(db, accountStore, ids, clock, new LiveKeys(database)::check);
    accounts.createFirst("My company", TestKeysFile.in(config.data())::write);
    ApiKeys keys = open(new ApiKeys(db, accountStore, clock));
    Idempotency idempotency = open(new Idempotency(db, keyring.hmac(Purpose.IDEMPOTENCY)));

    Db book = open(Db.forRequests(database));
    GroupCommit bookCommits =
        open(commits("book", config, database, BOOK_PATIENCE, List.of(), MadeListener.NOBODY));
    var simulator = new SafeConnector(networks.line().apply(new Simulator(bookCommits, book, clock)));

    var lanes = Lanes.of(config.webhooks().perEndpoint(), config.webhooks().inAll());
    GroupCommit commits =
        open(
            commits(
                "main",
                config,
                database,
                GroupCommit.DEFAULT_PATIENCE,
                List.of(Fanout.ofEvents()),
                lanes));
    var once = new Once(commits, idempotency, clock);
    var events = new EventLog(db);
    this.webhooks =
        open(
            new WebhookWiring(
                config.webhooks(),
                guard(config, database),
                Resolver.SYSTEM,
                db,
                open(Db.walkingIndexes(database)),
                open(
                    new GroupCommit("webhook", database::connect, 1, GroupCommit.DEFAULT_PATIENCE)),
                lanes,
                new SecretSeal(liveKeyring, random),
                events,
                once,
                idempotency,
                registry,
                ids,
                clock,
                clock,
                random));
    open(webhooks.start());
    var customerStore = new CustomerStore(db);
    var methodStore = open(new PaymentMethodStore(db));
    var customers =
        new Customers(
            customerStore,
            once,
            idempotency,
            new MethodsOfCustomers(methodStore, commits, ids),
            ids,
            clock);
    open(new Erasure(methodStore, config.cardRetention(), clock));
    var cards =
        new CardsOnFile(
            methodStore,
            new Vault(liveKeyring, random),
            new CodeMemory(random),
            ids,
            config.cardRetention());
    URI base = config.baseUrl().orElseGet(() -> BaseUrl.of(config.http(), server.port()));
    var challengeLinks = new ChallengeLinks(base, keyring.hmac(Purpose.CHALLENGE));
    var receiptLinks = new ReceiptLinks(base, keyring.hmac(Purpose.RECEIPT));
    var clientSecrets = new ClientSecrets(keyring.hmac(Purpose.CLIENT_SECRET));
    var instanceStore = new InstanceStore(db, accountStore);
    var seal = new SecretSeal(liveKeyring, random);
    var exchanges =
        new ExchangeStore(
            networks.kinds().isEmpty()
                ? commits
                : open(
                    new GroupCommit(
                        "exchange", database::connect, 1, GroupCommit.DEFAULT_PATIENCE)),
            db,
            clock);
    var connectors =
        new RealmConnectors(
            simulator,
            networks.kinds(),
            instanceStore,
            new CredentialSealStore(seal),
            instance -> exchanges.of(instance.realm(), instance.id()),
            keys::epoch);
    var notices = new Notices(connectors, exchanges, commits, seal, AttemptStore::nudge, ids);
    open(new NoticeRetention(new NoticeStore(db), clock));
    this.payments =
        open(
            new PaymentWiring(
                db,
                commits,
                connectors,
                new Descriptors(accountStore)::of,
                cards,
                customerStore,
                once,
                idempotency,
                receiptLinks,
                challengeLinks,
                clientSecrets,
                config.smtp().isPresent() ? ReceiptMailStore::enqueue : OnSuccess.NOTHING,
                self,
                ids,
                clock,
                clock,
                registry,
                probe));

    config
        .smtp()
        .ifPresent(smtp ->
            open(
                new ReceiptMails(
                    new ReceiptMailStore(db),
                    smtp,
                    payments.payments(),
                    accounts,
                    receiptLinks,
                    clock)));

    var methods =
        new PaymentMethods(
            methodStore,
            cards,
            customerStore,
            once,
            idempotency,
            ids,
            realm -> connectors.findFor(realm).isPresent(),
            clock);
    this.report =
        open(
            new ReportWiring(
                db,
                open(Db.unhurried(database)),
                payments.payments(),
                payments.refunds(),
                customers,
                config.requestsKept(),
                registry,
                clock));
    if (config.requestsKept().isPositive()) {
      server.tell(request -> log(report.requests(), request));
    }

    var stream = new EventStreamApi(new EventFeed(db));
    this.routes =
        new Routes(
            new PaymentApi(
                payments.payments(),
                payments.followUps(),
                customers,
                payments.views(),
                clientSecrets),
            new RefundApi(payments.refunds(), payments.refundCancel()),
            new CustomerApi(customers),
            new PaymentMethodApi(methods),
            new EventApi(events),
            new ReceiptApi(receiptLinks, payments.payments(), payments.refunds(), accounts),
            new ChallengeApi(payments.challenges(), accounts),
            new WebhookEndpointApi(webhooks.endpoints()),
            new DeliveryApi(webhooks.deliveries()),
            stream,
            new VerificationApi(webhooks.verification()),
            new NoticeApi(notices));
    this.team =
        new TeamWiring(
            db,
            new SecretSeal(liveKeyring, random),
            keyring.hmac(Purpose.AUDIT),
            ids,
            clock,
            random);
    this.dashboard =
        new DashboardRoutes(
            new SignInPages(team.signIn(), team.sessions()),
            new SetupPages(team.users(), team.sessions()),
            new HomePage(payments.payments(), report.figures(), webhooks.health(), clock),
            new PaymentListPages(report.search(), payments.refunds()),
            new PaymentPages(
                payments.payments(),
                payments.followUps(),
                payments.refunds(),
                payments.views(),
                customers,
                events,
                webhooks.deliveries(),
                webhooks.endpoints()),
            new CustomerPages(customers, payments.payments(), methods),
            new KeyPages(accounts, realm -> connectors.findFor(realm).isPresent(), clock),
            new TeamPages(team.team(), team.invitations()),
            new InvitationPages(team.invitations()),
            new ResetPages(team.resets(), team.team(), team.audit(), clock),
            new SecurityPages(team),
            new AuditPages(team.audit(), team.team()),
            new SettingsPages(accounts),
            new EventPages(events, webhooks.deliveries(), webhooks.endpoints()),
            new RequestLogPages(report.requests()),
            new WebhookPages(webhooks.endpoints(), webhooks.deliveries()));
    var dashboardGate = new DashboardGate(config.baseUrl(), team, clock, random);
    var gate = new Gate(keys, config.rateLimit().map(Config.Rate::limiter));
    open(payments.startRecovery()); // once all is there that it may need
    open(server); // again: it closes first if it served, and closes at all if it never did
    open(stream); // its streams end first: the server waits for requests
    listening(() -> {
      var endpoints =
          Stream.concat(
                  routes.endpoints(gate).stream(), dashboard.endpoints(dashboardGate).stream())
              .toList();
      server.serve(endpoints, () -> notReadyBecause(keys, commits, clock), ids, clock);
      return server;
    });
    AddressFile.in(config.data()).write(BaseUrl.onThisMachine(config, server.port()));
  }

  /**
   * Opens everything, or nothing; the port last, so that whoever is answered is served.
   *
   * @param probe told of every step, for drills; {@link Probe#NONE} in service
   */
  public static App open(Config config, PostgresAddress database, Owner self, Probe probe) {
    return open(config, database, self, probe, Networks.NONE);
  }

  /**
   * What is on the other side.
   *
   * @param line what stands between us and the network of test mode, for tests of what a network
   *     can answer and the simulator does not
   * @param kinds the providers that realms can set up connectors to
   */
  public record Networks(UnaryOperator<Connector> line, List<ConnectorKind> kinds) {
    /** Test mode alone. */
    public static final Networks NONE = new Networks(UnaryOperator.identity(), List.of());

    public Networks {
      kinds = List.copyOf(kinds);
    }
  }

  /** The same, with other networks. */
  public static App open(
      Config config, PostgresAddress database, Owner self, Probe probe, Networks networks) {
    var opened = new ArrayDeque<AutoCloseable>();
    try {
      return new App(config, database, self, probe, networks, opened);
    } catch (RuntimeException failed) {
      closeAll(opened, Level.WARN);
      throw failed;
    }
  }

  public Accounts accounts() {
    return accounts;
  }

  /** What can be asked, for the tests that go through all of it. */
  public Routes routes() {
    return routes;
  }

  /** Figures, search and the log of requests. */
  public ReportWiring report() {
    return report;
  }

  /** How webhooks are doing. */
  public WebhookHealth webhookHealth() {
    return webhooks.health();
  }

  /** The people of its accounts. */
  public TeamWiring team() {
    return team;
  }

  /** What there is to see, for the tests that go through all of it. */
  public DashboardRoutes dashboard() {
    return dashboard;
  }

  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    closeAll(opened, Level.WARN);
  }

  /**
   * Ends it as a kill would, for drills. Its ways to the database go first, so that nothing that is
   * on its way is written and nobody waits; what then does not close in good order need not.
   */
  public void abort() {
    opened.stream().filter(Db.class::isInstance).map(Db.class::cast).forEach(Db::close);
    closeAll(opened, Level.DEBUG);
  }

  private static void closeAll(Deque<AutoCloseable> opened, Level loss) {
    while (!opened.isEmpty()) {
      AutoCloseable next = opened.pop();
      try {
        next.close();
      } catch (Exception failed) {
        LOG.atLevel(loss).setCause(failed).log("{} did not close", next.getClass().getSimpleName());
      }
    }
  }

  private <T extends AutoCloseable> T open(T part) {
    opened.push(part);
    return part;
  }

  private static GroupCommit commits(
      String name,
      Config config,
      PostgresAddress database,
      Duration patience,
      List<Companion> companions,
      MadeListener listener) {
    return config.committers() == 0
        ? GroupCommit.oneByOne(name, database::connect, patience, companions, listener)
        : new GroupCommit(
            name, database::connect, config.committers(), patience, companions, listener);
  }

  /**
   * While nobody else reaches Florin, also by no proxy, test webhooks may go to this machine: it is
   * being tried.
   */
  private AddressGuard guard(Config config, PostgresAddress database) {
    var own = new HashSet<>(database.ports());
    own.add(server.port());
    boolean loopback =
        InetAddress.ofLiteral(config.http().bindAddress()).isLoopbackAddress()
            && config.baseUrl().map(BaseUrl::isLoopback).orElse(true);
    return new AddressGuard(loopback, own, config.webhooks().allowed());
  }

  /** An address that is taken and a certificate that does not fit are the operator's to mend. */
  private static Server listening(Supplier<Server> start) {
    try {
      return start.get();
    } catch (IllegalStateException | UncheckedIOException failed) {
      var reasons = new LinkedHashSet<String>();
      for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
        reasons.add(
            cause instanceof IOException file
                ? IoReason.withFile(file)
                : String.valueOf(cause.getMessage()));
      }
      throw new CommandFailure(
          "The port is not open, choose another with --port or mend this: "
              + String.join(": ", reasons)
              + ".");
    }
  }

  private static void log(RequestLog log, Answered request) {
    if (request.caller().isPresent()) {
      Caller caller = request.caller().get();
      log.offer(
          new LoggedRequest(
              caller.realm(),
              request.request(),
              request.received(),
              request.method(),
              request.route(),
              request.path(),
              request.status(),
              request.duration(),
              caller.key(),
              request.error().map(ErrorCode::text),
              request.address()));
    } else if (request.route().startsWith("/v2/")) {
      log.offerKeyless();
    }
  }

  private static Optional<String> notReadyBecause(
      ApiKeys keys, GroupCommit commits, DatabaseClock clock) {
    if (!keys.isCurrent()) {
      return Optional.of("database");
    }
    if (!commits.hasRoom()) {
      return Optional.of("disk");
    }
    return clock.isTolerable() ? Optional.empty() : Optional.of("clock");
  }
}
