package florin.bench.simulate.world;

import florin.connector.Connectors;
import florin.connector.SafeConnector;
import florin.core.Sources;
import florin.customer.CustomerStore;
import florin.customer.Customers;
import florin.customer.Customers.Belongings.Removal;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.dispute.DisputeStore;
import florin.dispute.Disputes;
import florin.idempotency.Idempotency;
import florin.idempotency.IdempotentCommand;
import florin.lists.ListStore;
import florin.lists.Lists;
import florin.mandate.Mandates;
import florin.payment.Descriptions;
import florin.payment.FollowUps;
import florin.payment.PaymentMethodResolver;
import florin.payment.Payments;
import florin.payment.engine.DuplicateRequests;
import florin.payment.engine.Engine;
import florin.payment.execution.AmountCheck;
import florin.payment.execution.Attempts;
import florin.payment.execution.CrashPoint;
import florin.payment.execution.Execution;
import florin.payment.execution.FinalCommit;
import florin.payment.execution.OnSuccess;
import florin.payment.execution.OperationEvents;
import florin.payment.execution.PaymentLocks;
import florin.payment.machine.Attempt.Owner;
import florin.payment.recovery.DueAttempts;
import florin.payment.recovery.Expiry;
import florin.payment.recovery.ProviderChanges;
import florin.payment.recovery.Recovery;
import florin.payment.recovery.RecoveryLoop;
import florin.payment.refund.RefundCancel;
import florin.payment.refund.RefundDestinations.RefundDestination;
import florin.payment.refund.Refunds;
import florin.payment.store.Stores;
import florin.payment.view.ChallengeLinks;
import florin.payment.view.ClientSecrets;
import florin.payment.view.PaymentViews;
import florin.payment.view.ReceiptLinks;
import florin.paymentmethod.CardsOnFile;
import florin.paymentmethod.PaymentMethodStore;
import florin.vault.CodeMemory;
import florin.vault.Keyring;
import florin.vault.Keyring.Purpose;
import florin.vault.Vault;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The service's own parts in one life of a node, assembled as in the service. */
final class NodeParts {
  private static final URI BASE = URI.create("https://pay.example");
  private static final Duration RETENTION = Duration.ofDays(90);

  private final Owner self;
  private final Sources sources;
  private final GroupCommit commits;
  private final Connectors connectors;
  private final Stores stores;
  private final Idempotency idempotency;
  private final ChallengeLinks challengeLinks;
  private final PaymentViews views;
  private final CardsOnFile cards;
  private final Attempts attempts;
  private final OperationEvents events;
  private final FinalCommit finalCommit;
  private final Execution execution;
  private final Recovery recovery;
  private final DuplicateRequests duplicates;
  private final Engine engine;
  private final Descriptions descriptions;
  private final Mandates mandates;
  private final IdempotentCommand once;
  private final Db db;

  NodeParts(WorldStage stage, Owner self, Sources sources, Db db, GroupCommit commits) {
    this.self = self;
    this.sources = sources;
    this.db = db;
    this.mandates = new Mandates(db, sources.ids());
    this.commits = commits;
    this.connectors = Connectors.of(new SafeConnector(stage.line()));
    this.stores = Stores.of(db);
    Keyring keyring = stage.keyring();
    this.idempotency = new Idempotency(db, keyring.hmac(Purpose.IDEMPOTENCY));
    this.challengeLinks = new ChallengeLinks(BASE, keyring.hmac(Purpose.CHALLENGE));
    this.views = views(keyring);
    this.cards = cards(keyring, db);
    this.attempts = new Attempts(self, sources.ids(), sources.dueClock(), connectors);
    this.events =
        new OperationEvents(
            sources.ids(),
            views,
            OnSuccess.NOTHING,
            (_, _, _) -> List.of(),
            (_, _) -> Optional.empty());
    var locks = new PaymentLocks();
    this.finalCommit =
        new FinalCommit(
            commits, stores, attempts, events, cards, disputes(), locks, sources.clock());
    this.execution = execution();
    this.recovery = recovery();
    this.duplicates = repeats();
    this.engine =
        new Engine(
            commits, duplicates, execution, events, views, locks, sources.clock(), CrashPoint.NONE);
    this.once = new IdempotentCommand(commits, idempotency, sources.clock());
    this.descriptions =
        new Descriptions(stores, new CustomerStore(db), once, events, views, sources.clock());
  }

  private PaymentViews views(Keyring keyring) {
    return new PaymentViews(
        new ReceiptLinks(BASE, keyring.hmac(Purpose.RECEIPT)),
        challengeLinks,
        new ClientSecrets(keyring.hmac(Purpose.CLIENT_SECRET)),
        payment -> BASE + "/c/" + payment.id());
  }

  private CardsOnFile cards(Keyring keyring, Db db) {
    return new CardsOnFile(
        new PaymentMethodStore(db),
        new Vault(keyring, sources.random()),
        new CodeMemory(sources.random()),
        mandates,
        sources.ids(),
        RETENTION);
  }

  private Execution execution() {
    return new Execution(
        commits,
        stores,
        attempts,
        new AmountCheck(new PrometheusRegistry()),
        finalCommit,
        sources.clock(),
        CrashPoint.NONE);
  }

  private Recovery recovery() {
    return new Recovery(
        connectors,
        commits,
        idempotency,
        stores,
        attempts,
        execution,
        sources.clock(),
        CrashPoint.NONE);
  }

  private DuplicateRequests repeats() {
    return new DuplicateRequests(
        commits, idempotency, stores, attempts, recovery, views, sources.clock());
  }

  /** Starts the recovery of unfinished operations. */
  void recover() {
    var expiry =
        new Expiry(
            recovery,
            commits,
            attempts,
            execution,
            events,
            new ProviderChanges(stores.refunds(), sources.ids()),
            disputes(),
            sources.clock());
    var _ =
        new RecoveryLoop(
            stores.attempts(),
            new DueAttempts(stores.attempts(), recovery, expiry),
            self,
            sources.clock(),
            () -> true);
  }

  private Disputes disputes() {
    return new Disputes(new DisputeStore(db), sources.ids());
  }

  PaymentViews views() {
    return views;
  }

  Payments payments() {
    return new Payments(
        engine,
        connectors,
        stores,
        new PaymentMethodResolver(
            cards,
            _ -> Optional.empty(),
            (_, _) -> Optional.empty(),
            challengeLinks,
            new Lists(new ListStore(db), sources.clock())),
        attempts,
        descriptions,
        (_, _) -> List.of(),
        sources.ids());
  }

  FollowUps followUps() {
    return new FollowUps(engine, connectors, stores, attempts);
  }

  Refunds refunds() {
    return new Refunds(
        engine,
        connectors,
        stores,
        attempts,
        descriptions,
        (_, _, _) -> RefundDestination.SAME_WAY,
        sources.ids());
  }

  /** Returns the commands on customers, of whom none is deleted. */
  Customers customers() {
    return new Customers(
        new CustomerStore(db),
        once,
        (_, _, _, _) -> new Removal(0, List.of()),
        sources.ids(),
        sources.clock());
  }

  CardsOnFile cards() {
    return cards;
  }

  Mandates mandates() {
    return mandates;
  }

  IdempotentCommand once() {
    return once;
  }

  RefundCancel refundCancel() {
    return new RefundCancel(
        stores, idempotency, duplicates, recovery, finalCommit, _ -> Optional.empty());
  }
}
