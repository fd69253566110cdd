package florin.payment;

import florin.account.Idempotency;
import florin.account.Once;
import florin.connector.Connectors;
import florin.core.IdSource;
import florin.customer.CustomerStore;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.payment.Attempt.Owner;
import florin.paymentmethod.PaymentMethods;
import java.time.InstantSource;

/** The parts of this package, put together; what others need of them it hands out. */
public final class PaymentWiring implements AutoCloseable {
  private final PaymentStore store;
  private final PaymentViews views;
  private final Payments payments;
  private final FollowUps followUps;
  private final RecoveryLoop recoveryLoop;

  public PaymentWiring(
      Db db,
      GroupCommit commits,
      Connectors connectors,
      PaymentMethods methods,
      CustomerStore customers,
      Once once,
      Idempotency idempotency,
      ReceiptLinks receipts,
      OnSuccess onSuccess,
      Owner self,
      IdSource ids,
      InstantSource clock,
      Probe probe) {
    this.store = new PaymentStore(db);
    this.views = new PaymentViews(receipts);
    var attemptStore = new AttemptStore(db);
    var attempts = new Attempts(self, ids);
    var events = new PaymentEvents(ids, views, onSuccess);
    var finish = new Finish(commits, store, attempts, events, views, clock);
    var recovery = new Recovery(connectors, commits, store, attempts, finish, ids, clock, probe);
    var repeats = new Repeats(commits, idempotency, attemptStore, attempts, recovery, clock);
    var callAndFinish = new CallAndFinish(finish, repeats, views, probe);
    this.payments =
        new Payments(
            connectors,
            commits,
            store,
            attemptStore,
            customers,
            once,
            methods,
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
    var expiry = new Expiry(connectors, commits, store, attempts, finish, clock);
    this.recoveryLoop = new RecoveryLoop(attemptStore, recovery, expiry, self, clock);
  }

  public Payments payments() {
    return payments;
  }

  public FollowUps followUps() {
    return followUps;
  }

  public PaymentViews views() {
    return views;
  }

  @Override
  public void close() {
    recoveryLoop.close();
    store.close();
  }
}
