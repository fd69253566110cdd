package florin.app;

import florin.account.AccountStore;
import florin.account.Accounts;
import florin.bank.account.ReceivingAccountStore;
import florin.bank.account.ReceivingAccounts;
import florin.checkout.CheckoutCompletion;
import florin.checkout.CheckoutLinks;
import florin.checkout.CheckoutSessionStore;
import florin.connector.Connectors;
import florin.core.IdSource;
import florin.core.Realm;
import florin.core.Sources;
import florin.customer.CustomerStore;
import florin.customer.Customers;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.event.EventLog;
import florin.idempotency.Idempotency;
import florin.idempotency.Once;
import florin.idempotency.SlotRetention;
import florin.note.Notes;
import florin.payment.execution.OnSuccess;
import florin.payment.execution.Probe;
import florin.payment.view.ChallengeLinks;
import florin.payment.view.ClientSecrets;
import florin.payment.view.PaymentViews;
import florin.payment.view.ReceiptLinks;
import florin.paymentmethod.CardsOnFile;
import florin.paymentmethod.MethodsOfCustomers;
import florin.paymentmethod.PaymentMethodStore;
import florin.paymentmethod.PaymentMethods;
import florin.receipt.ReceiptRepeats;
import florin.vault.CodeMemory;
import florin.vault.Keyring.Purpose;
import florin.webhook.WebhookWiring;
import florin.webhook.WebhookWiring.DeliveryTransport;
import java.net.URI;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;

/**
 * Assembles the merchants' features, without background jobs: see {@link WebhookWiring#start},
 * {@link PaymentWiring#startRecovery}.
 */
record Features(
    Foundation foundation,
    Variant variant,
    Db queueDb,
    Once once,
    Accounts accounts,
    EventLog events,
    ReceiptLinks receiptLinks,
    ChallengeLinks challengeLinks,
    ClientSecrets clientSecrets,
    WebhookWiring webhooks,
    Customers customers,
    PaymentWiring payments,
    CheckoutWiring checkout,
    PaymentMethods methods,
    Notes notes,
    ReceiptRepeats receiptRepeats,
    StatementWiring statements,
    ReceivingAccounts receivingAccounts) {
  /**
   * The differences between the service and a writer of demo history; {@link Features} is the same
   * for both.
   *
   * @param commits the commits of requests, with those that depend on their events
   * @param beside separate commits for work outside requests, so that requests don't wait for it
   * @param results commits the results of deliveries, separately from requests
   * @param base the base of payers' links
   * @param descriptors the text on payers' statements
   * @param onSuccess additional writes when a payment succeeds
   */
  record Variant(
      Sources sources,
      GroupCommit commits,
      GroupCommit beside,
      GroupCommit results,
      Connectors connectors,
      DeliveryTransport sending,
      URI base,
      Function<Realm, Optional<String>> descriptors,
      OnSuccess onSuccess,
      Probe probe) {}

  static Features open(Parts parts, Foundation foundation, Variant variant) {
    Db db = foundation.db();
    IdSource ids = variant.sources().ids();
    InstantSource clock = variant.sources().clock();
    var accounts =
        new Accounts(
            db, new AccountStore(db), ids, clock, new LiveKeys(foundation.database())::check);
    var events = new EventLog(db);
    var idempotency = parts.open(new Idempotency(db, foundation.hmac(Purpose.IDEMPOTENCY)));
    var once = new Once(variant.commits(), idempotency, clock);
    var customerStore = new CustomerStore(db);
    var methodStore = parts.open(new PaymentMethodStore(db));
    var cards =
        new CardsOnFile(
            methodStore,
            foundation.vault(),
            new CodeMemory(foundation.random()),
            ids,
            foundation.config().cardRetention());
    var receiptLinks = new ReceiptLinks(variant.base(), foundation.hmac(Purpose.RECEIPT));
    var challengeLinks = new ChallengeLinks(variant.base(), foundation.hmac(Purpose.CHALLENGE));
    var clientSecrets = new ClientSecrets(foundation.hmac(Purpose.CLIENT_SECRET));
    Db queueDb = parts.open(Db.walkingIndexes(foundation.database()));
    var webhooks =
        parts.open(
            new WebhookWiring(
                foundation.config().webhooks(),
                db,
                queueDb,
                events,
                variant.results(),
                variant.sending(),
                foundation.seal(),
                once,
                foundation.registry(),
                variant.sources()));
    var customers =
        new Customers(
            customerStore,
            once,
            new MethodsOfCustomers(methodStore, variant.commits(), ids),
            ids,
            clock);
    var checkoutLinks =
        new CheckoutLinks(
            variant.base(),
            foundation.hmac(Purpose.CHECKOUT),
            foundation.hmac(Purpose.PAYMENT_LINK));
    var sessions = new CheckoutSessionStore(db);
    PaymentWiring payments =
        parts.open(
            PaymentWiring.of(
                foundation,
                variant,
                once,
                idempotency,
                cards,
                customerStore,
                challengeLinks,
                new PaymentViews(receiptLinks, challengeLinks, clientSecrets),
                new CheckoutCompletion(sessions, checkoutLinks, ids)));
    return new Features(
        foundation,
        variant,
        queueDb,
        once,
        accounts,
        events,
        receiptLinks,
        challengeLinks,
        clientSecrets,
        webhooks,
        customers,
        payments,
        CheckoutWiring.of(
            foundation,
            variant,
            sessions,
            checkoutLinks,
            payments,
            receiptLinks,
            challengeLinks,
            customers,
            accounts,
            once),
        new PaymentMethods(
            methodStore, cards, customerStore, once, ids, variant.connectors(), clock),
        new Notes(db, ids, clock),
        new ReceiptRepeats(db, foundation.config().smtp().isPresent(), clock),
        new StatementWiring(foundation, variant, queueDb, payments, once),
        new ReceivingAccounts(new ReceivingAccountStore(db), once, ids, clock));
  }

  SlotRetention startSlotRetention() {
    return new SlotRetention(queueDb, variant.sources().clock(), foundation.clock());
  }

  boolean takesPayments(Realm realm) {
    return variant.connectors().takesPayments(realm);
  }

  /** Returns whether statements are imported from a folder. */
  boolean hasBankFolder() {
    return foundation.config().bankFolder().isPresent();
  }
}
