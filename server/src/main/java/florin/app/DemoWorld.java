package florin.app;

import florin.account.Account;
import florin.account.Accounts;
import florin.account.Accounts.NewAccount;
import florin.app.Variant.Payers;
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
import florin.core.Sources;
import florin.db.ConnectionSource;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.MadeListener;
import florin.db.PostgresAddress;
import florin.demo.HistoryClock;
import florin.demo.Plan;
import florin.demo.Story;
import florin.demo.Story.Counts;
import florin.demo.UseCases;
import florin.job.DatabaseClock;
import florin.payment.execution.OnSuccess;
import florin.payment.execution.Probe;
import florin.payment.machine.Attempt.Owner;
import florin.team.Owners;
import florin.webhook.AddressGuard;
import florin.webhook.Fanout;
import florin.webhook.Lanes;
import florin.webhook.Resolver;
import florin.webhook.WebhookWiring.DeliveryTransport;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * What {@link App} is for the service, for a demo: the same parts, on the same database, under the
 * clock of a history and without a port. Nothing in it works by itself: what other accounts and
 * other nodes have in hand, it does not touch. What it has in hand itself is due by the database's
 * clock and a head start, so a service beside it lets it work, and goes on where it ends or is
 * killed.
 */
public final class DemoWorld {
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

  private final Foundation foundation;
  private final Plan plan;
  private final HistoryClock clock;
  private final IdSource ids;
  private final Features features;

  /**
   * @param account whose test mode is filled: made just now, with its keys, or one that was named
   * @param owners how many people were made owners of a new account, to see it in the dashboard
   */
  public record DemoAccount(Account account, Optional<NewAccount> fresh, int owners, Counts made) {}

  private DemoWorld(
      Parts parts, Config config, PostgresAddress database, URI base, DemoRequest wanted) {
    var self = new Owner(UUID.randomUUID(), UUID.randomUUID());
    this.foundation =
        Foundation.open(parts, config, database, Db::new, self, new PrometheusRegistry());
    DatabaseClock now = foundation.clock();
    this.plan =
        new Plan(
            wanted.seed(),
            wanted.payments(),
            wanted.weeks(),
            wanted.end().orElseGet(() -> now.instant().minus(BEFORE_NOW)));
    this.clock = new HistoryClock(plan.start());
    this.ids = new IdSource(clock);
    this.features = new Features(parts, foundation, variant(parts, base));
  }

  /** Everything happens in the past, nothing waits for the disk, and nothing is sent by itself. */
  private Variant variant(Parts parts, URI base) {
    DatabaseClock now = foundation.clock();
    InstantSource dueClock = () -> now.instant().plus(HEAD_START);
    ConnectionSource hurried = ConnectionSource.hurried(foundation.database()::connect);
    GroupCommit bookCommits = parts.open(new GroupCommit("demo-book", hurried, 1, PATIENCE));
    GroupCommit commits =
        parts.open(
            new GroupCommit(
                "demo", hurried, 1, PATIENCE, List.of(Fanout.ofEvents()), MadeListener.NOBODY));
    GroupCommit results = parts.open(new GroupCommit("demo-webhook", hurried, 1, PATIENCE));
    var simulator = new Simulator(bookCommits, foundation.db(), clock);
    var guard = new AddressGuard(true, Set.of(), foundation.config().webhooks().allowed());
    return new Variant(
        new Sources(ids, clock, dueClock, foundation.random()),
        commits,
        commits,
        results,
        Connectors.of(new SafeConnector(simulator)),
        new DeliveryTransport(guard, Resolver.SYSTEM, Lanes.of(1, 1)),
        new Payers(base, _ -> Optional.empty(), OnSuccess.NOTHING),
        Probe.NONE);
  }

  private UseCases useCases() {
    PaymentWiring payments = features.payments();
    return new UseCases(
        new UseCases.OfPayments(
            payments.payments(),
            payments.followUps(),
            payments.refunds(),
            payments.challenges(),
            payments.dueAttempts()),
        features.customers(),
        features.methods(),
        features.webhooks().endpoints(),
        features.webhooks().history(),
        ids);
  }

  /**
   * What is asked for.
   *
   * @param account empty for a new one
   * @param end of the history; empty for now
   */
  public record DemoRequest(
      long seed, int payments, int weeks, Optional<AccountId> account, Optional<Instant> end) {}

  /**
   * Fills the account, or a new one.
   *
   * @param base where the links in the history lead
   */
  public static DemoAccount tell(
      Config config, PostgresAddress database, URI base, DemoRequest wanted) {
    try (var parts = new Parts()) {
      return new DemoWorld(parts, config, database, base, wanted).tell(wanted.account());
    }
  }

  private DemoAccount tell(Optional<AccountId> wanted) {
    Accounts accounts = features.accounts();
    Optional<NewAccount> fresh =
        wanted.isPresent() ? Optional.empty() : Optional.of(accounts.create(freeName()));
    Account account = fresh.map(NewAccount::account).orElseGet(() -> find(wanted.orElseThrow()));
    var caller = new Caller(account.realm(Mode.TEST), new KeyId(ids.next()), KeyKind.SECRET);
    int owners =
        fresh.isPresent() ? Owners.share(foundation.db(), account.number(), account.created()) : 0;
    return new DemoAccount(
        account, fresh, owners, new Story(plan, useCases(), caller, clock).tell());
  }

  private Account find(AccountId wanted) {
    return features.accounts().list().stream()
        .filter(account -> account.id().equals(wanted))
        .findFirst()
        .orElseThrow(() -> new CommandFailure("There is no account " + wanted + "."));
  }

  private String freeName() {
    long before =
        features.accounts().list().stream()
            .filter(account -> account.name().startsWith(NAME))
            .count();
    return before == 0 ? NAME : NAME + " " + (before + 1);
  }
}
