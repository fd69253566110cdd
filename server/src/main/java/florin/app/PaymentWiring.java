package florin.app;

import florin.app.Features.Variant;
import florin.bank.account.ReceivingAccountStore;
import florin.bank.account.TransferStore;
import florin.bank.ordering.PayerAccountStore;
import florin.bank.ordering.PayerAccounts;
import florin.bank.ordering.WaitingRefunds;
import florin.bank.outgoing.OutgoingTransferStore;
import florin.connector.Connectors;
import florin.core.IdSource;
import florin.customer.CustomerStore;
import florin.db.GroupCommit;
import florin.idempotency.Idempotency;
import florin.idempotency.Once;
import florin.job.Fitness;
import florin.payment.Descriptions;
import florin.payment.FollowUps;
import florin.payment.PaymentMethodResolver;
import florin.payment.Payments;
import florin.payment.challenge.Challenges;
import florin.payment.engine.Engine;
import florin.payment.engine.Repeats;
import florin.payment.execution.AmountCheck;
import florin.payment.execution.Arrivals;
import florin.payment.execution.Attempts;
import florin.payment.execution.Execution;
import florin.payment.execution.Finish;
import florin.payment.execution.OnOutcome;
import florin.payment.execution.OperationEvents;
import florin.payment.execution.Probe;
import florin.payment.execution.Turns;
import florin.payment.machine.Attempt.Owner;
import florin.payment.recovery.DueAttempts;
import florin.payment.recovery.Expiry;
import florin.payment.recovery.Recovery;
import florin.payment.recovery.RecoveryLoop;
import florin.payment.refund.RefundCancel;
import florin.payment.refund.Refunds;
import florin.payment.store.Stores;
import florin.payment.view.ChallengeLinks;
import florin.payment.view.PaymentViews;
import florin.paymentmethod.CardsOnFile;
import java.time.InstantSource;

/** Assembles payments, and provides the parts that others need. */
record PaymentWiring(
    Owner self,
    InstantSource clock,
    Stores stores,
    PaymentViews views,
    Arrivals arrivals,
    Payments payments,
    FollowUps followUps,
    Refunds refunds,
    RefundCancel refundCancel,
    Challenges challenges,
    DueAttempts dueAttempts)
    implements AutoCloseable {
  static PaymentWiring of(
      Foundation foundation,
      Variant variant,
      Once once,
      Idempotency idempotency,
      CardsOnFile cards,
      CustomerStore customers,
      ChallengeLinks challengeLinks,
      PaymentViews views,
      OnOutcome onOutcome) {
    Owner self = foundation.self();
    InstantSource clock = variant.sources().clock();
    GroupCommit commits = variant.commits();
    Connectors connectors = variant.connectors();
    Probe probe = variant.probe();
    IdSource ids = variant.sources().ids();
    Stores stores = Stores.of(foundation.db());
    var attempts = new Attempts(self, ids, variant.sources().dueClock(), connectors);
    var events = new OperationEvents(ids, views, variant.onSuccess(), onOutcome);
    var arrivals = new Arrivals(stores, attempts, events);
    var turns = new Turns();
    var finish = new Finish(commits, stores, attempts, events, cards, turns, clock);
    var amounts = new AmountCheck(foundation.registry());
    var execution = new Execution(commits, stores, attempts, amounts, finish, clock, probe);
    var recovery =
        new Recovery(connectors, commits, idempotency, stores, attempts, execution, clock, probe);
    var repeats = new Repeats(commits, idempotency, stores, attempts, recovery, views, clock);
    var engine = new Engine(commits, repeats, execution, events, views, turns, clock, probe);
    var descriptions = new Descriptions(stores, customers, once, events, views, clock);
    var resolver =
        new PaymentMethodResolver(
            cards,
            variant.descriptors(),
            (realm, id) -> customers.find(realm, id).flatMap(found -> found.profile().email()),
            challengeLinks);
    var payments = new Payments(engine, connectors, stores, resolver, attempts, descriptions, ids);
    var followUps = new FollowUps(engine, connectors, stores, attempts);
    var refunds =
        new Refunds(
            engine,
            connectors,
            stores,
            attempts,
            descriptions,
            new PayerAccounts(
                new PayerAccountStore(foundation.db()),
                new TransferStore(foundation.db()),
                new ReceivingAccountStore(foundation.db()),
                stores.attempts(),
                foundation.seal()),
            ids);
    var refundCancel =
        new RefundCancel(
            stores,
            idempotency,
            repeats,
            recovery,
            finish,
            new WaitingRefunds(new OutgoingTransferStore(foundation.db())));
    var challenges = new Challenges(challengeLinks, stores, followUps, cards, resolver);
    var expiry =
        new Expiry(recovery, commits, attempts, execution, events, stores.refunds(), ids, clock);
    var dueAttempts = new DueAttempts(stores.attempts(), recovery, expiry);
    return new PaymentWiring(
        self,
        clock,
        stores,
        views,
        arrivals,
        payments,
        followUps,
        refunds,
        refundCancel,
        challenges,
        dueAttempts);
  }

  /** Starts this node's recovery, which resolves due attempts of all nodes. */
  RecoveryLoop startRecovery(Fitness fitness) {
    return new RecoveryLoop(stores.attempts(), dueAttempts, self, clock, fitness);
  }

  @Override
  public void close() {
    stores.close();
  }
}
