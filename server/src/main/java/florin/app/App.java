package florin.app;

import florin.account.AccountStore;
import florin.account.Accounts;
import florin.account.ApiKeys;
import florin.alert.AlertStore;
import florin.api.Gate;
import florin.api.Routes;
import florin.app.Features.Variant;
import florin.config.BaseUrl;
import florin.config.Config;
import florin.connector.Connector;
import florin.connector.ConnectorKind;
import florin.connector.stripe.StripeKind;
import florin.core.IoReason;
import florin.dashboard.DashboardGate;
import florin.dashboard.DashboardRoutes;
import florin.dashboard.NewsStream;
import florin.dashboard.PeopleMails;
import florin.db.Db;
import florin.db.PostgresAddress;
import florin.docs.DocsApi;
import florin.event.EventFeed;
import florin.event.EventStreamApi;
import florin.http.Server;
import florin.job.DatabaseClock;
import florin.mail.SmtpServer;
import florin.payment.execution.Probe;
import florin.payment.machine.Attempt.Owner;
import florin.paymentmethod.Erasure;
import florin.receipt.ReceiptMails;
import florin.report.ReportWiring;
import florin.team.Passkeys.PasskeySettings;
import florin.team.TeamWiring;
import florin.vault.Keyring.Purpose;
import florin.webhook.WebhookHealth;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.URI;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * All parts, wired by constructors in the order of their dependencies, and closed in reverse: the
 * port first, the database last.
 */
public final class App implements AutoCloseable {
  private final Parts parts;
  private final Foundation foundation;
  private final Server server;
  private final Features features;
  private final ReportWiring report;
  private final TeamWiring team;
  private final Front front;

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
     */
    public static Networks ofService(Optional<URI> stripe) {
      return new Networks(
          UnaryOperator.identity(), List.of(new StripeKind(stripe, InstantSource.system())));
    }
  }

  private App(
      Config config,
      PostgresAddress database,
      Owner self,
      Probe probe,
      Networks networks,
      Parts parts) {
    this.parts = parts;
    var registry = new PrometheusRegistry();
    this.server = parts.open(listening(() -> Server.of(config.http(), registry)));
    this.foundation = Foundation.open(parts, config, database, Db::forRequests, self, registry);
    Db db = foundation.db();
    DatabaseClock clock = foundation.clock();
    ApiKeys keys = parts.open(new ApiKeys(db, new AccountStore(db), clock));
    var service = new Service(parts, foundation, server.port(), networks, keys::epoch);
    Variant variant = service.variant(probe);
    this.features = Features.open(parts, foundation, variant);
    features.accounts().createFirst("My company", TestKeysFile.in(config.data())::write);
    this.report = parts.open(reportWiring());
    this.team =
        TeamWiring.of(
            db,
            foundation.seal(),
            foundation.hmac(Purpose.AUDIT),
            foundation.hmac(Purpose.DEVICE),
            new PasskeySettings(foundation.hmac(Purpose.PASSKEY), config.baseUrl()),
            variant.sources().ids(),
            clock,
            foundation.random());
    startLoops();
    service.startAlerts(variant, features.accounts(), features.statements()::listRefused);
    var mails = parts.open(new PeopleMails(config.smtp(), variant.base(), clock));
    parts.open(server); // again: it closes first if it served, and closes at all if it never did
    // Its streams end first: the server waits for requests.
    var stream = parts.open(new EventStreamApi(new EventFeed(db)));
    var news = parts.open(new NewsStream(new EventFeed(db)));
    this.front =
        Front.of(
            features,
            service.connectors(variant, features.once()),
            report,
            team,
            stream,
            news,
            service.webhooks(variant),
            new DocsApi(reachedAt(config)),
            mails,
            new AlertStore(db),
            clock);
    serve(keys, variant, service::isDiskScarce);
    AddressFile.in(config.data()).write(BaseUrl.onThisMachine(config, server.port()));
  }

  private URI reachedAt(Config config) {
    return config.baseUrl().orElseGet(() -> BaseUrl.onThisMachine(config, server.port()));
  }

  private ReportWiring reportWiring() {
    PaymentWiring payments = features.payments();
    return new ReportWiring(
        foundation.db(),
        parts.open(Db.unhurried(foundation.database())),
        payments.payments(),
        payments.refunds(),
        features.customers(),
        foundation.config().requestsKept(),
        foundation.hmac(Purpose.REQUEST_LOG),
        foundation.registry(),
        foundation.clock());
  }

  /** Starts all background jobs, after everything they need exists. */
  private void startLoops() {
    Config config = foundation.config();
    parts.open(features.webhooks().start(foundation.clock()));
    parts.open(features.startSlotRetention());
    parts.open(
        new Erasure(
            foundation.db(), config.cardRetention(), foundation.clock(), foundation.clock()));
    config.smtp().ifPresent(smtp -> parts.open(receiptMails(smtp)));
    parts.open(features.payments().startRecovery(foundation.clock()));
    parts.open(features.checkout().startExpiry(foundation.clock()));
    parts.open(features.statements().startMatching(foundation.clock()));
    config
        .paymentFileHour()
        .ifPresent(hour -> parts.open(features.statements().startOrders(hour, foundation.clock())));
    config
        .bankFolder()
        .ifPresent(
            folder -> parts.open(features.statements().startFolder(folder, foundation.clock())));
  }

  private ReceiptMails receiptMails(SmtpServer smtp) {
    return new ReceiptMails(
        foundation.db(),
        smtp,
        features.payments().payments(),
        features.accounts(),
        features.receiptLinks(),
        features.challengeLinks(),
        foundation.clock(),
        foundation.clock());
  }

  private void serve(ApiKeys keys, Variant variant, BooleanSupplier isDiskScarce) {
    Config config = foundation.config();
    DatabaseClock clock = foundation.clock();
    if (config.requestsKept().isPositive()) {
      server.tell(new RequestLogging(report.requests()));
    }
    var gate =
        new Gate(
            keys,
            config.rateLimit().map(Config.Rate::limiter),
            realm -> features.accounts().allowsLiveSettings(realm.accountNumber()));
    var dashboardGate = new DashboardGate(config.baseUrl(), team, clock, foundation.random());
    var endpoints =
        Stream.concat(
                front.routes().endpoints(gate).stream(),
                front.dashboard().endpoints(dashboardGate).stream())
            .toList();
    listening(() -> {
      server.serve(
          endpoints,
          new NodeReadiness(keys, variant.commits(), isDiskScarce, clock),
          variant.sources().ids(),
          clock);
      return server;
    });
  }

  /** Returns the version of this program. */
  public static String version() {
    String ofJar = App.class.getPackage().getImplementationVersion();
    return "Florin " + (ofJar == null ? "(not from a jar)" : ofJar);
  }

  /**
   * Opens everything, or nothing. The port is last, so every accepted request is served.
   *
   * @param probe receives each step, for drills; {@link Probe#NONE} in production
   */
  public static App open(Config config, PostgresAddress database, Owner self, Probe probe) {
    return open(config, database, self, probe, Networks.ofService(config.stripe()));
  }

  /** Opens everything with other networks. */
  public static App open(
      Config config, PostgresAddress database, Owner self, Probe probe, Networks networks) {
    var parts = new Parts();
    try {
      return new App(config, database, self, probe, networks, parts);
    } catch (RuntimeException failed) {
      parts.close();
      throw failed;
    }
  }

  public Accounts accounts() {
    return features.accounts();
  }

  /** Returns the API routes, for the tests that visit all of them. */
  public Routes routes() {
    return front.routes();
  }

  /** Returns metrics, search and the request log. */
  public ReportWiring report() {
    return report;
  }

  /** Returns the state of webhooks. */
  public WebhookHealth webhookHealth() {
    return features.webhooks().health();
  }

  /** Returns the members of its accounts. */
  public TeamWiring team() {
    return team;
  }

  /** Returns the dashboard routes, for the tests that visit all of them. */
  public DashboardRoutes dashboard() {
    return front.dashboard();
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
