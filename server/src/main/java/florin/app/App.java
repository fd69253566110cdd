package florin.app;

import florin.account.AccountStore;
import florin.account.Accounts;
import florin.account.Descriptors;
import florin.api.Routes;
import florin.books.Books;
import florin.cardfields.CardFieldsApi;
import florin.checkout.PayerErrorsApi;
import florin.config.BaseUrl;
import florin.config.Config;
import florin.connector.Connector;
import florin.connector.ConnectorKind;
import florin.connector.mollie.MollieKind;
import florin.connector.stripe.StripeKind;
import florin.core.IdSource;
import florin.core.IoReason;
import florin.core.RealmClock;
import florin.core.Sources;
import florin.dashboard.DashboardRoutes;
import florin.db.Db;
import florin.db.PostgresAddress;
import florin.docs.DocsApi;
import florin.http.Server;
import florin.payment.execution.CrashPoint;
import florin.payment.execution.OnSuccess;
import florin.payment.machine.Attempt.Owner;
import florin.receipt.ReceiptMailStore;
import florin.report.ReportModule;
import florin.team.TeamModule;
import florin.webhook.AddressGuard;
import florin.webhook.WebhookHealth;
import florin.webhook.WebhookModule.DeliveryTransport;
import florin.webhook.WebhookModule.Resolver;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.URI;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The service: a list of modules, one for each feature, in the order of their dependencies. A
 * module adds to {@link Parts} what the service must serve, start and close.
 */
public final class App implements AutoCloseable {
  private final Parts parts;
  private final Server server;
  private final Accounts accounts;
  private final EventModule events;
  private final DashboardModule dashboard;
  private final Routes routes;
  private final DashboardRoutes pages;

  /**
   * The networks to which this process connects.
   *
   * @param line wraps the network of test mode, for tests of responses that the simulator does not
   *     give
   * @param kinds the providers for which realms can set up connectors; those that can be closed are
   *     closed with the service
   */
  public record Networks(UnaryOperator<Connector> line, List<ConnectorKind> kinds) {
    public Networks {
      kinds = List.copyOf(kinds);
    }

    /**
     * Returns the networks of a service.
     *
     * @param stripe the Stripe emulator, if any
     * @param mollie the Mollie emulator, if any
     */
    public static Networks ofService(Optional<URI> stripe, Optional<URI> mollie) {
      InstantSource clock = InstantSource.system();
      return new Networks(
          UnaryOperator.identity(),
          List.of(new StripeKind(stripe, clock), new MollieKind(mollie, clock)));
    }
  }

  private App(
      Config config,
      PostgresAddress database,
      Owner self,
      CrashPoint crashPoint,
      Networks networks,
      Parts parts) {
    this.parts = parts;
    var registry = new PrometheusRegistry();
    this.server = parts.openAtEdge(listening(() -> Server.of(config.http(), registry)));
    var core = CoreServices.open(parts, config, database, Db::forRequests, self, registry);
    var disk = parts.open(new DiskSpace(config, registry));
    var commits = new ServiceCommits(core);
    RuntimeProfile profile = profile(core, commits, crashPoint);

    var access = new AccountModule(core, profile);
    this.accounts = access.accounts;
    var connectors =
        new ConnectorModule(core, profile, commits, networks, access.keys::epoch, disk::isScarce);
    this.events =
        new EventModule(
            core,
            profile,
            commits.openWhenNeeded("webhook"),
            new DeliveryTransport(guard(core), Resolver.SYSTEM, commits.lanes()));
    var customers = new CustomerModule(core, profile, connectors.all);
    var payments = new PaymentModule(core, profile, connectors.all, accounts, customers);
    var checkout = new CheckoutModule(core, profile, connectors.all, accounts, customers, payments);
    parts.addPages(Routes.cardFields(new CardFieldsApi(access.keys, accounts, connectors.all)));
    var receipts = new ReceiptModule(core, profile, accounts, payments, checkout.branding);
    var bank = new BankModule(core, profile, payments);
    new BackupModule(core);
    var books =
        parts.open(
            new Books(
                core.db(),
                core.besideDb(),
                connectors.ofRealms,
                profile.beside(),
                profile.once(),
                core.followers(),
                core.clock(),
                profile.sources()));
    parts.addRoutes(Routes.books(books.api, books.payouts));
    parts.addRoutes(Routes.reports(books.months, books.fees, books.payoutReport));
    new FeeModule(core, profile, connectors, books.settlements);
    var alerts =
        new AlertModule(core, profile, accounts, payments.payments, events.webhooks.deliveries);
    new SandboxModule(core, profile, access, events.events, events.webhooks.sandboxDeliveries());
    this.dashboard =
        new DashboardModule(
            core,
            profile,
            accounts,
            connectors,
            events,
            customers,
            payments,
            checkout,
            receipts,
            bank,
            books,
            alerts);
    parts.addPages(
        Routes.documentation(
            new DocsApi(config.baseUrl().orElseGet(() -> BaseUrl.onThisMachine(config, port())))));

    parts.startJobs();
    this.routes = parts.routes();
    this.pages = dashboard.routes();
    if (config.requestsKept().isPositive()) {
      server.tell(new RequestLogging(dashboard.report.requests));
    }
    var readiness = new NodeReadiness(access.keys, profile.commits(), disk::isScarce, core.clock());
    var endpoints =
        Stream.of(routes.endpoints(access.gate()), pages.endpoints(dashboard.gate()))
            .flatMap(List::stream)
            .toList();
    listening(() -> {
      server.serve(endpoints, readiness, new PayerErrorsApi(), profile.ids(), core.clock());
      return server;
    });
    AddressFile.in(config.data()).write(BaseUrl.onThisMachine(config, port()));
  }

  private RuntimeProfile profile(CoreServices core, ServiceCommits commits, CrashPoint crashPoint) {
    Config config = core.config();
    return new RuntimeProfile(
        sources(core),
        commits.openMain(),
        commits.openBeside(),
        core.idempotency(),
        config.baseUrl().orElseGet(() -> BaseUrl.of(config.http(), port())),
        new Descriptors(new AccountStore(core.db()))::of,
        config.smtp().isPresent() ? ReceiptMailStore::enqueue : OnSuccess.NOTHING,
        crashPoint);
  }

  /** Returns sources with the time of the current realm; ids are counted by the real time. */
  private static Sources sources(CoreServices core) {
    var clock = new RealmClock(core.clock());
    return new Sources(new IdSource(core.clock()), clock, clock, core.random());
  }

  /**
   * Returns the guard. While other machines can't reach Florin, even through a proxy, test webhooks
   * may go to this machine, because it is an evaluation.
   */
  private AddressGuard guard(CoreServices core) {
    Config config = core.config();
    var own = new HashSet<>(core.database().ports());
    own.add(port());
    boolean loopback =
        InetAddress.ofLiteral(config.http().bindAddress()).isLoopbackAddress()
            && config.baseUrl().map(BaseUrl::isLoopback).orElse(true);
    return new AddressGuard(loopback, own, config.webhooks().allowed());
  }

  /** Returns the version of this program. */
  public static String version() {
    String ofJar = App.class.getPackage().getImplementationVersion();
    return "Florin " + (ofJar == null ? "(not from a jar)" : ofJar);
  }

  /**
   * Opens everything, or nothing. The port is last, so every accepted request is served.
   *
   * @param crashPoint receives each step, for drills; {@link CrashPoint#NONE} in production
   */
  public static App open(
      Config config, PostgresAddress database, Owner self, CrashPoint crashPoint) {
    return open(
        config, database, self, crashPoint, Networks.ofService(config.stripe(), config.mollie()));
  }

  /** Opens everything with other networks. */
  public static App open(
      Config config,
      PostgresAddress database,
      Owner self,
      CrashPoint crashPoint,
      Networks networks) {
    var parts = new Parts();
    try {
      return new App(config, database, self, crashPoint, networks, parts);
    } catch (RuntimeException failed) {
      parts.close();
      throw failed;
    }
  }

  public Accounts accounts() {
    return accounts;
  }

  /** Returns the API routes, for the tests that visit all of them. */
  public Routes routes() {
    return routes;
  }

  /** Returns metrics, search and the request log. */
  public ReportModule report() {
    return dashboard.report;
  }

  /** Returns the state of webhooks. */
  public WebhookHealth webhookHealth() {
    return events.webhooks.health;
  }

  /** Returns the members of its accounts. */
  public TeamModule team() {
    return dashboard.team;
  }

  /** Returns the dashboard routes, for the tests that visit all of them. */
  public DashboardRoutes dashboard() {
    return pages;
  }

  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    parts.close();
  }

  /** Ends the service like a kill, for drills. */
  public void abort() {
    parts.abort();
  }

  /** Starts the server. The operator must fix an address in use or an invalid certificate. */
  private static Server listening(Supplier<Server> start) {
    try {
      return start.get();
    } catch (IllegalStateException | UncheckedIOException failed) {
      var reasons = new LinkedHashSet<String>();
      for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
        if (!(cause.getCause() instanceof BindException)) { // it would repeat the address
          reasons.add(
              cause instanceof IOException file
                  ? IoReason.withFile(file)
                  : String.valueOf(cause.getMessage()));
        }
      }
      throw new CommandFailure(
          "The port is not open: "
              + String.join(": ", reasons)
              + ". Fix this, or choose another port with --port.");
    }
  }
}
