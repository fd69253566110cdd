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
    this.stores = Stores.of(db);
    this.views = new PaymentViews(receipts, challengeLinks, secrets);
    var attempts = new Attempts(self, ids, dueClock, connectors);
    var events = new OperationEvents(ids, views, onSuccess);
    var turns = new Turns();
    var finish = new Finish(commits, stores, attempts, events, views, cards, turns, clock);
    var settlement =
        new Settlement(commits, stores, attempts, new AmountCheck(registry), finish, probe);
    var recovery = new Recovery(connectors, commits, stores, attempts, settlement, clock, probe);
    var repeats = new Repeats(commits, idempotency, stores, attempts, recovery, views, clock);
    var engine = new Engine(commits, idempotency, repeats, settlement, views, turns, clock, probe);
    var descriptions = new Descriptions(stores, customers, once, idempotency, events, views, clock);
    var tenders = new Tenders(cards, descriptors, challengeLinks);
    this.payments =
        new Payments(engine, connectors, stores, tenders, attempts, events, descriptions, ids);
    this.followUps = new FollowUps(engine, connectors, stores, attempts);
    this.refunds = new Refunds(engine, connectors, stores, attempts, events, descriptions, ids);
    this.refundCancel = new RefundCancel(stores, idempotency, repeats, recovery, finish);
    this.challenges = new Challenges(challengeLinks, stores, followUps, cards, tenders);
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
