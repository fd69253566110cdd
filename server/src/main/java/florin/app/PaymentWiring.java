package florin.app;

import florin.connector.Connectors;
import florin.core.IdSource;
import florin.core.Realm;
import florin.core.Sources;
import florin.customer.CustomerStore;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.idempotency.Idempotency;
import florin.idempotency.Once;
import florin.payment.Descriptions;
import florin.payment.FollowUps;
import florin.payment.Payments;
import florin.payment.Tenders;
import florin.payment.challenge.Challenges;
import florin.payment.engine.Engine;
import florin.payment.engine.Repeats;
import florin.payment.machine.Attempt.Owner;
import florin.payment.recovery.DueAttempts;
import florin.payment.recovery.Expiry;
import florin.payment.recovery.Recovery;
import florin.payment.recovery.RecoveryLoop;
import florin.payment.refund.RefundCancel;
import florin.payment.refund.Refunds;
import florin.payment.settlement.AmountCheck;
import florin.payment.settlement.Attempts;
import florin.payment.settlement.Finish;
import florin.payment.settlement.OnSuccess;
import florin.payment.settlement.OperationEvents;
import florin.payment.settlement.Probe;
import florin.payment.settlement.Settlement;
import florin.payment.settlement.Turns;
import florin.payment.store.Stores;
import florin.payment.view.ChallengeLinks;
import florin.payment.view.ClientSecrets;
import florin.payment.view.PaymentViews;
import florin.payment.view.ReceiptLinks;
import florin.paymentmethod.CardsOnFile;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;

/** The parts of payments, put together; what others need of them it hands out. */
final class PaymentWiring implements AutoCloseable {
  private final Stores stores;
  private final PaymentViews views;
  private final Payments payments;
  private final FollowUps followUps;
  private final Refunds refunds;
  private final RefundCancel refundCancel;
  private final Challenges challenges;
  private final DueAttempts dueAttempts;
  private final Owner self;
  private final InstantSource clock;

  /** How what is decided becomes durable, once for each idempotency key. */
  public record Storage(Db db, GroupCommit commits, Once once, Idempotency idempotency) {}

  /** What merchants and payers are shown beside a payment. */
  public record Links(ReceiptLinks receipts, ChallengeLinks challenges, ClientSecrets secrets) {}

  /**
   * What goes to payers.
   *
   * @param descriptors an account's words for their statements
   * @param onSuccess what else is written when a payment succeeds
   */
  public record Payers(Function<Realm, Optional<String>> descriptors, OnSuccess onSuccess) {}

  /** The process: which it is, where it counts, and who is told of its steps. */
  public record Host(Owner self, PrometheusRegistry registry, Probe probe) {}

  public PaymentWiring(
      Storage storage,
      Connectors connectors,
      CardsOnFile cards,
      CustomerStore customers,
      Links links,
      Payers payers,
      Host host,
      Sources sources) {
    this.self = host.self();
    this.clock = sources.clock();
    GroupCommit commits = storage.commits();
    Idempotency idempotency = storage.idempotency();
    Probe probe = host.probe();
    IdSource ids = sources.ids();
    this.stores = Stores.of(storage.db());
    this.views = new PaymentViews(links.receipts(), links.challenges(), links.secrets());
    var attempts = new Attempts(self, ids, sources.dueClock(), connectors);
    var events = new OperationEvents(ids, views, payers.onSuccess());
    var turns = new Turns();
    var finish = new Finish(commits, stores, attempts, events, views, cards, turns, clock);
    var amounts = new AmountCheck(host.registry());
    var settlement = new Settlement(commits, stores, attempts, amounts, finish, probe);
    var recovery = new Recovery(connectors, commits, stores, attempts, settlement, clock, probe);
    var repeats = new Repeats(commits, idempotency, stores, attempts, recovery, views, clock);
    var engine = new Engine(commits, idempotency, repeats, settlement, views, turns, clock, probe);
    var descriptions =
        new Descriptions(stores, customers, storage.once(), idempotency, events, views, clock);
    var tenders = new Tenders(cards, payers.descriptors(), links.challenges());
    this.payments =
        new Payments(engine, connectors, stores, tenders, attempts, events, descriptions, ids);
    this.followUps = new FollowUps(engine, connectors, stores, attempts);
    this.refunds = new Refunds(engine, connectors, stores, attempts, events, descriptions, ids);
    this.refundCancel = new RefundCancel(stores, idempotency, repeats, recovery, finish);
    this.challenges = new Challenges(links.challenges(), stores, followUps, cards, tenders);
    var expiry = new Expiry(recovery, commits, attempts, settlement, clock);
    this.dueAttempts = new DueAttempts(stores.attempts(), recovery, expiry);
  }

  public Payments payments() {
    return payments;
  }

  public FollowUps followUps() {
    return followUps;
  }

  public Refunds refunds() {
    return refunds;
  }

  public RefundCancel refundCancel() {
    return refundCancel;
  }

  public Challenges challenges() {
    return challenges;
  }

  public PaymentViews views() {
    return views;
  }

  public DueAttempts dueAttempts() {
    return dueAttempts;
  }

  /** From now on whatever is due is settled by this node, whosever it is. */
  public RecoveryLoop startRecovery() {
    return new RecoveryLoop(stores.attempts(), dueAttempts, self, clock);
  }

  @Override
  public void close() {
    stores.close();
  }
}
