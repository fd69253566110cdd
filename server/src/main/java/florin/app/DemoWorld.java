package florin.app;

import florin.account.Account;
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
import florin.core.Sources;
import florin.db.ConnectionSource;
import florin.db.Db;
import florin.db.DerivedStatement;
import florin.db.GroupCommit;
import florin.db.MadeListener;
import florin.db.PostgresAddress;
import florin.demo.DemoTimeline;
import florin.demo.DemoTimeline.Counts;
import florin.demo.HistoryClock;
import florin.demo.Plan;
import florin.demo.UseCases;
import florin.payment.execution.CrashPoint;
import florin.payment.execution.OnSuccess;
import florin.payment.machine.Attempt.Owner;
import florin.team.Team;
import florin.webhook.AddressGuard;
import florin.webhook.Fanout;
import florin.webhook.Lanes;
import florin.webhook.WebhookModule.DeliveryTransport;
import florin.webhook.WebhookModule.Resolver;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntConsumer;

/**
 * The counterpart of {@link App} for a demo: the same parts on the same database, with the clock of
 * a history and without a port. It has no background jobs, and never touches work of other accounts
 * or nodes. Its own work is due only after a head start by the database's clock. So a service
 * beside it leaves that alone, and continues it if the demo ends or is killed.
 */
public final class DemoWorld {
  private static final Duration PATIENCE = Duration.ofSeconds(7);

  /**
   * The head start before a service beside the demo takes over its work, enough even on a slow
   * machine.
   */
  private static final Duration HEAD_START = Duration.ofMinutes(10);

  /**
   * The end of a history precedes the present by this, because its last events take a little
   * longer.
   */
  private static final Duration BEFORE_NOW = Duration.ofSeconds(30);

  /** The name of an account that a demo creates; further ones are numbered. */
  static final String NAME = "Demo shop";

  private final CoreServices core;
  private final Plan plan;
  private final HistoryClock clock;
  private final IdSource ids;
  private final Accounts accounts;
  private final EventModule events;
  private final CustomerModule customers;
  private final PaymentModule payments;

  /**
   * The result of a demo.
   *
   * @param account the account whose test mode was filled: new, with its keys, or an existing one
   * @param owners the number of people who became owners of a new account, to see it in the
   *     dashboard
   */
  public record DemoAccount(Account account, Optional<NewAccount> fresh, int owners, Counts made) {}

  private DemoWorld(
      Parts parts, Config config, PostgresAddress database, URI base, DemoRequest wanted) {
    var self = new Owner(UUID.randomUUID(), UUID.randomUUID());
    this.core = CoreServices.open(parts, config, database, Db::new, self, new PrometheusRegistry());
    this.plan =
        new Plan(
            wanted.seed(),
            wanted.payments(),
            wanted.weeks(),
            wanted.end().orElseGet(() -> core.clock().instant().minus(BEFORE_NOW)));
    this.clock = new HistoryClock(plan.start());
    this.ids = new IdSource(clock);
    RuntimeProfile profile = profile(base);
    var simulator = new Simulator(commits("demo-book", List.of()), core.db(), clock);
    var connectors = Connectors.of(new SafeConnector(simulator));
    var guard = new AddressGuard(true, Set.of(), config.webhooks().allowed());
    this.accounts = AccountModule.accounts(core, profile, clock);
    this.events =
        new EventModule(
            core,
            profile,
            commits("demo-webhook", List.of()),
            new DeliveryTransport(guard, Resolver.SYSTEM, Lanes.of(1, 1)));
    this.customers = new CustomerModule(core, profile, connectors);
    this.payments = new PaymentModule(core, profile, connectors, accounts, customers);
  }

  /**
   * Returns the profile: everything happens in the past, nothing waits for the disk, and no job
   * sends anything.
   */
  private RuntimeProfile profile(URI base) {
    InstantSource dueClock = () -> core.clock().instant().plus(HEAD_START);
    GroupCommit commits = commits("demo", List.of(Fanout.ofEvents()));
    return new RuntimeProfile(
        new Sources(ids, clock, dueClock, core.random()),
        commits,
        commits,
        core.idempotency(),
        base,
        _ -> Optional.empty(),
        OnSuccess.NOTHING,
        CrashPoint.NONE);
  }

  private GroupCommit commits(String name, List<DerivedStatement> companions) {
    return core.parts()
        .open(
            new GroupCommit(
                name,
                ConnectionSource.hurried(core.database()::connect),
                1,
                PATIENCE,
                companions,
                MadeListener.NOBODY));
  }

  private UseCases useCases() {
    return new UseCases(
        new UseCases.OfPayments(
            payments.payments,
            payments.followUps,
            payments.refunds,
            payments.challenges,
            payments.dueAttempts),
        new UseCases.OfDisputes(
            payments.disputeStore,
            payments.evidence,
            payments.disputeResponses,
            payments.testDisputes),
        customers.customers,
        customers.methods,
        events.webhooks.endpoints,
        events.webhooks.history(),
        ids);
  }

  /**
   * The input of a demo.
   *
   * @param account empty for a new one
   * @param end of the history; empty for now
   */
  public record DemoRequest(
      long seed, int payments, int weeks, Optional<AccountId> account, Optional<Instant> end) {}

  /**
   * Fills the account, or a new one.
   *
   * @param base the base of the links in the history
   */
  public static DemoAccount tell(
      Config config, PostgresAddress database, URI base, DemoRequest wanted) {
    return tell(config, database, base, wanted, _ -> {});
  }

  /**
   * Fills an account, and reports the progress.
   *
   * @param progress receives the number of payments after each of them
   */
  public static DemoAccount tell(
      Config config, PostgresAddress database, URI base, DemoRequest wanted, IntConsumer progress) {
    try (var parts = new Parts()) {
      return new DemoWorld(parts, config, database, base, wanted).tell(wanted.account(), progress);
    }
  }

  private DemoAccount tell(Optional<AccountId> wanted, IntConsumer progress) {
    Optional<NewAccount> fresh =
        wanted.isPresent() ? Optional.empty() : Optional.of(accounts.create(freeName()));
    Account account = fresh.map(NewAccount::account).orElseGet(() -> find(wanted.orElseThrow()));
    var caller = new Caller(account.realm(Mode.TEST), new KeyId(ids.next()), KeyKind.SECRET);
    int owners =
        fresh.isPresent() ? Team.shareOwners(core.db(), account.number(), account.created()) : 0;
    return new DemoAccount(
        account, fresh, owners, new DemoTimeline(plan, useCases(), caller, clock).tell(progress));
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
}
