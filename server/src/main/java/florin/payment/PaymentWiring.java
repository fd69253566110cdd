package florin.payment;

import florin.connector.Connectors;
import florin.core.IdSource;
import florin.core.Realm;
import florin.customer.CustomerStore;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.idempotency.Idempotency;
import florin.idempotency.Once;
import florin.payment.Attempt.Owner;
import florin.paymentmethod.CardsOnFile;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;

/** The parts of this package, put together; what others need of them it hands out. */
public final class PaymentWiring implements AutoCloseable {
  private final PaymentStore store;
  private final PaymentViews views;
  private final Payments payments;
  private final FollowUps followUps;
  private final Refunds refunds;
  private final RefundCancel refundCancel;
  private final Challenges challenges;
  private final AttemptStore attemptStore;
  private final DueAttempts dueAttempts;
  private final Owner self;
  private final InstantSource clock;

  /**
   * @param dueClock by which nodes compare when attempts are due: the database's, and in service no
   *     other than `clock`
   */
  public PaymentWiring(
      Db db,
      GroupCommit commits,
      Connectors connectors,
      Function<Realm, Optional<String>> descriptors,
      CardsOnFile cards,
      CustomerStore customers,
      Once once,
      Idempotency idempotency,
      ReceiptLinks receipts,
      ChallengeLinks challengeLinks,
      ClientSecrets secrets,
      OnSuccess onSuccess,
      Owner self,
      IdSource ids,
      InstantSource clock,
      InstantSource dueClock,
      PrometheusRegistry registry,
      Probe probe) {
    this.self = self;
    this.clock = clock;
    this.store = new PaymentStore(db);
    this.views = new PaymentViews(receipts, challengeLinks, secrets);
    this.attemptStore = new AttemptStore(db);
    var attempts = new Attempts(self, ids, dueClock);
    var events = new PaymentEvents(ids, views, onSuccess);
    var amounts = new AmountCheck(registry);
    var finish = new Finish(commits, store, attempts, amounts, events, views, cards, clock);
    var settlement = new Settlement(commits, store, attempts, amounts, finish, ids, probe);
    var tenders = new Tenders(cards);
    var refundStore = new RefundStore(db);
    var refundEvents = new RefundEvents(ids, events);
    var turns = new Turns();
    var refundFinish =
        new RefundFinish(
            connectors, commits, store, refundStore, attempts, amounts, refundEvents, turns, clock);
    var recovery =
        new Recovery(
            connectors, commits, store, attempts, settlement, refundFinish, ids, clock, probe);
    var repeats = new Repeats(commits, idempotency, attemptStore, attempts, recovery, clock);
    var callAndFinish = new CallAndFinish(settlement, repeats, views, probe);
    this.payments =
        new Payments(
            connectors,
            commits,
            store,
            attemptStore,
            customers,
            once,
            tenders,
            descriptors,
            idempotency,
            repeats,
            attempts,
            callAndFinish,
            events,
            views,
            ids,
            clock,
            probe);
    this.followUps =
        new FollowUps(
            connectors,
            commits,
            store,
            attemptStore,
            idempotency,
            repeats,
            attempts,
            callAndFinish,
            clock);
    this.refunds =
        new Refunds(
            connectors,
            commits,
            store,
            refundStore,
            attemptStore,
            once,
            idempotency,
            repeats,
            attempts,
            refundFinish,
            refundEvents,
            turns,
            ids,
            clock,
            probe);
    this.refundCancel =
        new RefundCancel(
            connectors,
            refundStore,
            attemptStore,
            idempotency,
            repeats,
            recovery,
            refundFinish,
            clock);
    this.challenges = new Challenges(challengeLinks, store, followUps, cards);
    var expiry = new Expiry(connectors, commits, store, attempts, finish, clock);
    this.dueAttempts = new DueAttempts(attemptStore, recovery, expiry);
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
    return new RecoveryLoop(attemptStore, dueAttempts, self, clock);
  }

  @Override
  public void close() {
    store.close();
  }
}
