package florin.app;

import florin.account.Accounts;
import florin.api.Routes;
import florin.bank.account.ReceivingAccountStore;
import florin.bank.account.TransferStore;
import florin.bank.ordering.PayerAccountStore;
import florin.bank.ordering.PayerAccounts;
import florin.bank.ordering.WaitingRefunds;
import florin.bank.outgoing.OutgoingTransferStore;
import florin.books.BookedDisputeFees;
import florin.books.BookedFees;
import florin.checkout.CheckoutSessionStore;
import florin.checkout.RepeatedCharges;
import florin.checkout.ReturnPagesApi;
import florin.connector.Connectors;
import florin.core.IdSource;
import florin.db.GroupCommit;
import florin.dispute.DisputeFees;
import florin.dispute.DisputeStore;
import florin.dispute.Disputes;
import florin.payment.BrakedCards;
import florin.payment.Descriptions;
import florin.payment.FollowUps;
import florin.payment.PaymentApi;
import florin.payment.PaymentMethodResolver;
import florin.payment.Payments;
import florin.payment.SetupApi;
import florin.payment.challenge.ChallengeApi;
import florin.payment.challenge.Challenges;
import florin.payment.dispute.DisputeChanges;
import florin.payment.dispute.DisputeInquiryLoop;
import florin.payment.dispute.DisputeResponseLoop;
import florin.payment.dispute.DisputeResponses;
import florin.payment.dispute.TestDisputes;
import florin.payment.engine.DuplicateRequests;
import florin.payment.engine.Engine;
import florin.payment.evidence.EvidenceDrafts;
import florin.payment.evidence.EvidenceStore;
import florin.payment.evidence.Suggestions;
import florin.payment.execution.AmountCheck;
import florin.payment.execution.Arrivals;
import florin.payment.execution.Attempts;
import florin.payment.execution.CrashPoint;
import florin.payment.execution.Execution;
import florin.payment.execution.FinalCommit;
import florin.payment.execution.OnOutcome;
import florin.payment.execution.OperationEvents;
import florin.payment.execution.PaymentLocks;
import florin.payment.recovery.DueAttempts;
import florin.payment.recovery.Expiry;
import florin.payment.recovery.ProviderChanges;
import florin.payment.recovery.Recovery;
import florin.payment.recovery.RecoveryLoop;
import florin.payment.refund.RefundApi;
import florin.payment.refund.RefundCancel;
import florin.payment.refund.Refunds;
import florin.payment.retry.RetryGuard;
import florin.payment.retry.RetryRetention;
import florin.payment.store.RetryStore;
import florin.payment.store.Stores;
import florin.payment.view.ChallengeLinks;
import florin.payment.view.ClientSecrets;
import florin.payment.view.PaymentViews;
import florin.payment.view.ReceiptLinks;
import florin.vault.FileSeal;
import florin.vault.Keyring.Purpose;
import java.time.InstantSource;
import java.util.stream.Stream;

/** Payments and refunds, with the challenges that payers complete. */
final class PaymentModule {
  final Stores stores;
  final ReceiptLinks receiptLinks;
  final ChallengeLinks challengeLinks;
  final PaymentViews views;
  final Arrivals arrivals;
  final Payments payments;
  final FollowUps followUps;
  final Refunds refunds;
  final Challenges challenges;
  final DueAttempts dueAttempts;
  final DisputeStore disputeStore;
  final DisputeFees disputeFees;
  final Disputes disputes;
  final TestDisputes testDisputes;
  final EvidenceDrafts evidence;
  final DisputeResponses disputeResponses;

  PaymentModule(
      CoreServices core,
      RuntimeProfile profile,
      Connectors connectors,
      Accounts accounts,
      CustomerModule customers) {
    Parts parts = core.parts();
    this.receiptLinks = new ReceiptLinks(profile.base(), core.hmac(Purpose.RECEIPT));
    this.challengeLinks = new ChallengeLinks(profile.base(), core.hmac(Purpose.CHALLENGE));
    var clientSecrets = new ClientSecrets(core.hmac(Purpose.CLIENT_SECRET));
    this.views =
        new PaymentViews(
            receiptLinks,
            challengeLinks,
            clientSecrets,
            CheckoutModule.links(core, profile)::recoveryUrl);
    this.stores = parts.open(Stores.of(core.db()));
    InstantSource clock = profile.clock();
    GroupCommit commits = profile.commits();
    CrashPoint crashPoint = profile.crashPoint();
    IdSource ids = profile.ids();
    var attempts = new Attempts(core.self(), ids, profile.sources().dueClock(), connectors);
    var guard = new RetryGuard(stores);
    var events =
        new OperationEvents(
            ids,
            views,
            profile.onSuccess(),
            onOutcome(core, profile, customers, guard),
            guard::after);
    this.arrivals = new Arrivals(stores, attempts, events);
    var locks = new PaymentLocks();
    this.disputeStore = new DisputeStore(core.db());
    this.disputes = new Disputes(disputeStore, ids);
    var finalCommit =
        new FinalCommit(commits, stores, attempts, events, customers.cards, disputes, locks, clock);
    var amounts = new AmountCheck(core.registry());
    var execution =
        new Execution(commits, stores, attempts, amounts, finalCommit, clock, crashPoint);
    var recovery =
        new Recovery(
            connectors,
            commits,
            profile.idempotency(),
            stores,
            attempts,
            execution,
            clock,
            crashPoint);
    var duplicates =
        new DuplicateRequests(
            commits, profile.idempotency(), stores, attempts, recovery, views, clock);
    var engine =
        new Engine(commits, duplicates, execution, events, views, locks, clock, crashPoint);
    var descriptions =
        new Descriptions(stores, customers.store, profile.once(), events, views, clock);
    var resolver =
        new PaymentMethodResolver(
            customers.cards,
            profile.descriptors(),
            (realm, id) ->
                customers.store.find(realm, id).flatMap(found -> found.profile().email()),
            challengeLinks,
            customers.lists);
    this.payments =
        new Payments(
            engine,
            connectors,
            stores,
            resolver,
            attempts,
            descriptions,
            new RepeatedCharges(new CheckoutSessionStore(core.db()), stores.payments()::find),
            ids);
    this.followUps = new FollowUps(engine, connectors, stores, attempts);
    this.refunds =
        new Refunds(
            engine,
            connectors,
            stores,
            attempts,
            descriptions,
            new PayerAccounts(
                new PayerAccountStore(core.db()),
                new TransferStore(core.db()),
                new ReceivingAccountStore(core.db()),
                stores.attempts(),
                core.seal()),
            ids);
    var refundCancel =
        new RefundCancel(
            stores,
            profile.idempotency(),
            duplicates,
            recovery,
            finalCommit,
            new WaitingRefunds(new OutgoingTransferStore(core.db())));
    this.challenges = new Challenges(challengeLinks, stores, followUps, customers.cards, resolver);
    var expiry =
        new Expiry(
            recovery,
            commits,
            attempts,
            execution,
            events,
            new ProviderChanges(stores.refunds(), ids),
            disputes,
            clock);
    this.dueAttempts = new DueAttempts(stores.attempts(), recovery, expiry);
    parts.addRoutes(
        Routes.payments(
            new PaymentApi(
                payments,
                followUps,
                customers.customers,
                views,
                new BookedFees(core.db()),
                customers.risks,
                clientSecrets,
                clock),
            new RefundApi(refunds, refundCancel)));
    this.disputeFees = new BookedDisputeFees(core.db());
    var disputeChanges = new DisputeChanges(stores, disputes, events);
    this.testDisputes = new TestDisputes(disputeStore, disputeChanges, profile.once(), clock);
    this.evidence =
        new EvidenceDrafts(
            new EvidenceDrafts.Sources(
                disputeStore,
                stores,
                connectors,
                new Suggestions(
                    stores, customers.store, new CheckoutSessionStore(core.db())::listItems)),
            new EvidenceStore(core.db()),
            new FileSeal(core.seal(), core.random()),
            profile.once(),
            ids,
            clock);
    this.disputeResponses =
        new DisputeResponses(
            disputeStore,
            disputeChanges,
            evidence,
            connectors,
            new DisputeResponses.Commits(commits, profile.idempotency(), profile.once(), clock),
            ids,
            crashPoint);
    parts.addJob(() -> new DisputeResponseLoop(disputeResponses, core.clock()));
    parts.addJob(() ->
        new DisputeInquiryLoop(
            disputeStore, disputes, stores.attempts(), commits, clock, core.clock()));
    parts.addRoutes(Routes.setups(new SetupApi(payments, followUps, views, customers.risks)));
    parts.addPages(Routes.challenges(new ChallengeApi(challenges, accounts, new ReturnPagesApi())));
    parts.addJob(
        () -> new RetryRetention(new RetryStore(core.besideDb()), core.clock(), core.clock()));
    parts.addJob(
        () -> new RecoveryLoop(stores.attempts(), dueAttempts, core.self(), clock, core.clock()));
  }

  /** Completes checkout sessions, and counts declined cards. */
  private static OnOutcome onOutcome(
      CoreServices core, RuntimeProfile profile, CustomerModule customers, OnOutcome guard) {
    OnOutcome completion = CheckoutModule.completion(core, profile);
    var braked = new BrakedCards(customers.brakes);
    return (payment, cause, now) ->
        Stream.of(completion, braked, guard)
            .flatMap(it -> it.writes(payment, cause, now).stream())
            .toList();
  }
}
