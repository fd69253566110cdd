package florin.app;

import florin.account.Account;
import florin.account.AccountStore;
import florin.account.Accounts;
import florin.account.Accounts.NewAccount;
import florin.config.Config;
import florin.connector.Connectors;
import florin.connector.SafeConnector;
import florin.connector.simulator.Simulator;
import florin.core.Caller;
import florin.core.Caller.KeyKind;
import florin.core.Id.AccountId;
import florin.core.Id.KeyId;
import florin.core.IdSource;
import florin.core.Mode;
import florin.customer.CustomerStore;
import florin.customer.Customers;
import florin.db.ConnectionSource;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.MadeListener;
import florin.db.Migrations;
import florin.db.PostgresAddress;
import florin.demo.HistoryClock;
import florin.demo.Plan;
import florin.demo.Story;
import florin.demo.Story.Made;
import florin.demo.UseCases;
import florin.event.EventLog;
import florin.idempotency.Idempotency;
import florin.idempotency.Once;
import florin.job.DatabaseClock;
import florin.payment.Attempt.Owner;
import florin.payment.ChallengeLinks;
import florin.payment.ClientSecrets;
import florin.payment.OnSuccess;
import florin.payment.PaymentWiring;
import florin.payment.Probe;
import florin.payment.ReceiptLinks;
import florin.paymentmethod.CardsOnFile;
import florin.paymentmethod.MethodsOfCustomers;
import florin.paymentmethod.PaymentMethodStore;
import florin.paymentmethod.PaymentMethods;
import florin.team.Owners;
import florin.vault.CodeMemory;
import florin.vault.Keyring;
import florin.vault.Keyring.Purpose;
import florin.vault.KeyringStore;
import florin.vault.LiveKeyring;
import florin.vault.SecretSeal;
import florin.vault.Vault;
import florin.webhook.AddressGuard;
import florin.webhook.Fanout;
import florin.webhook.Lanes;
import florin.webhook.Resolver;
import florin.webhook.WebhookWiring;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.slf4j.LoggerFactory;

/**
 * What {@link App} is for the service, for a demo: the same parts, on the same database, under the
 * clock of a history and without a port. Nothing in it works by itself: what other accounts and
 * other nodes have in hand, it does not touch. What it has in hand itself is due by the database's
 * clock and a head start, so a service beside it lets it work, and goes on where it ends or is
 * killed.
 */
public final class DemoWorld implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(7);

  /**
   * What is due is due to others by so much later: what the demo has in hand a service beside it
   * leaves alone, on a slow machine too.
   */
  private static final Duration HEAD_START = Duration.ofMinutes(10);

  /** The last of a history goes on a little after its time. */
  private static final Duration BEFORE_NOW = Duration.ofSeconds(30);

  /** The first word of an account that a demo makes; a second one is numbered. */
  static final String NAME = "Demo shop";

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final Plan plan;
  private final HistoryClock clock;
  private final IdSource ids;
  private final Db db;
  private final Accounts accounts;
  private final UseCases useCases;

  /**
   * @param account whose test mode is filled: made just now, with its keys, or one that was named
   * @param owners how many people were made owners of a new account, to see it in the dashboard
   */
  public record Told(Account account, Optional<NewAccount> fresh, int owners, Made made) {}

  private DemoWorld(Config config, PostgresAddress database, URI base, Request wanted) {
    Migrations.run(database);
    var random = new SecureRandom();
    this.db = open(new Db(database));
    Keyring keyring = KeyringStore.open(db, config.keysFile(), random);
    var self = new Owner(UUID.randomUUID(), UUID.randomUUID());
    var liveKeyring = open(new LiveKeyring(db, config.keysFile(), keyring, self.node()));
    DatabaseClock now = open(new DatabaseClock(db));
    InstantSource dueClock = () -> now.instant().plus(HEAD_START);
    this.plan =
        new Plan(
            wanted.seed(),
            wanted.payments(),
            wanted.weeks(),
            wanted.end().orElseGet(() -> now.instant().minus(BEFORE_NOW)));
    this.clock = new HistoryClock(plan.start());
    this.ids = new IdSource(clock);
    this.accounts =
        new Accounts(db, new AccountStore(db), ids, clock, new LiveKeys(database)::check);
    Idempotency idempotency = open(new Idempotency(db, keyring.hmac(Purpose.IDEMPOTENCY)));
    ConnectionSource hurried = ConnectionSource.hurried(database::connect);
    GroupCommit bookCommits = open(new GroupCommit("demo-book", hurried, 1, PATIENCE));
    GroupCommit commits =
        open(
            new GroupCommit(
                "demo", hurried, 1, PATIENCE, List.of(Fanout.ofEvents()), MadeListener.NOBODY));
    var once = new Once(commits, idempotency, clock);
    WebhookWiring webhooks =
        open(
            new WebhookWiring(
                config.webhooks(),
                new AddressGuard(true, Set.of(), config.webhooks().allowed()),
                Resolver.SYSTEM,
                db,
                open(Db.walkingIndexes(database)),
                open(new GroupCommit("demo-webhook", hurried, 1, PATIENCE)),
                Lanes.of(1, 1),
                new SecretSeal(liveKeyring, random),
                new EventLog(db),
                once,
                idempotency,
                new PrometheusRegistry(),
                ids,
                clock,
                dueClock,
                random));
    var customerStore = new CustomerStore(db);
    var methodStore = open(new PaymentMethodStore(db));
    var cards =
        new CardsOnFile(
            methodStore,
            new Vault(liveKeyring, random),
            new CodeMemory(random),
            ids,
            config.cardRetention());
    PaymentWiring payments =
        open(
            new PaymentWiring(
                db,
                commits,
                Connectors.of(new SafeConnector(new Simulator(bookCommits, db, clock))),
                _ -> Optional.empty(),
                cards,
                customerStore,
                once,
                idempotency,
                new ReceiptLinks(base, keyring.hmac(Purpose.RECEIPT)),
                new ChallengeLinks(base, keyring.hmac(Purpose.CHALLENGE)),
                new ClientSecrets(keyring.hmac(Purpose.CLIENT_SECRET)),
                OnSuccess.NOTHING,
                self,
                ids,
                clock,
                dueClock,
                new PrometheusRegistry(),
                Probe.NONE));
    this.useCases =
        new UseCases(
            payments.payments(),
            payments.followUps(),
            payments.challenges(),
            payments.dueAttempts(),
            payments.refunds(),
            new Customers(
                customerStore,
                once,
                idempotency,
                new MethodsOfCustomers(methodStore, commits, ids),
                ids,
                clock),
            new PaymentMethods(
                methodStore,
                cards,
                customerStore,
                once,
                idempotency,
                ids,
                realm -> !realm.isLive(),
                clock),
            webhooks.endpoints(),
            webhooks.history(),
            ids);
  }

  /**
   * What is asked for.
   *
   * @param account empty for a new one
   * @param end of the history; empty for now
   */
  public record Request(
      long seed, int payments, int weeks, Optional<AccountId> account, Optional<Instant> end) {}

  /**
   * Fills the account, or a new one.
   *
   * @param base where the links in the history lead
   */
  public static Told tell(Config config, PostgresAddress database, URI base, Request wanted) {
    try (var world = new DemoWorld(config, database, base, wanted)) {
      return world.tell(wanted.account());
    }
  }

  private Told tell(Optional<AccountId> wanted) {
    Optional<NewAccount> fresh =
        wanted.isPresent() ? Optional.empty() : Optional.of(accounts.create(freeName()));
    Account account = fresh.map(NewAccount::account).orElseGet(() -> find(wanted.orElseThrow()));
    var caller = new Caller(account.realm(Mode.TEST), new KeyId(ids.next()), KeyKind.SECRET);
    int owners = fresh.isPresent() ? Owners.share(db, account.number(), account.created()) : 0;
    return new Told(account, fresh, owners, new Story(plan, useCases, caller, clock).tell());
  }

  private Account find(AccountId wanted) {
    return accounts.list().stream()
        .filter(account -> account.id().equals(wanted))
        .findFirst()
        .orElseThrow(() -> new CommandFailure("There is no account " + wanted + "."));
  }

  private String freeName() {
    long before =
        accounts.list().stream().filter(account -> account.name().startsWith(NAME)).count();
    return before == 0 ? NAME : NAME + " " + (before + 1);
  }

  private <T extends AutoCloseable> T open(T part) {
    opened.push(part);
    return part;
  }

  @Override
  public void close() {
    while (!opened.isEmpty()) {
      AutoCloseable next = opened.pop();
      try {
        next.close();
      } catch (Exception failed) {
        LoggerFactory.getLogger(DemoWorld.class)
            .warn("{} did not close", next.getClass().getSimpleName(), failed);
      }
    }
  }
}
