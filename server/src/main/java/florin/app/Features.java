package florin.app;

import florin.account.AccountStore;
import florin.account.Accounts;
import florin.app.CheckoutWiring.CheckoutParts;
import florin.app.PaymentWiring.Links;
import florin.checkout.CheckoutExpiry;
import florin.checkout.CheckoutLinks;
import florin.connector.Connectors;
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
import florin.webhook.WebhookWiring.Storage;
import java.net.URI;
import java.util.Optional;
import java.util.function.Function;

/**
 * Assembles the merchants' features, without background jobs: see {@link WebhookWiring#start},
 * {@link PaymentWiring#startRecovery}.
 */
final class Features {
  private final Foundation foundation;
  private final Variant variant;
  private final Db queueDb;
  private final Accounts accounts;
  private final EventLog events;
  private final Idempotency idempotency;
  private final Once once;
  private final CustomerStore customerStore;
  private final PaymentMethodStore methodStore;
  private final CardsOnFile cards;
  private final ReceiptLinks receiptLinks;
  private final ClientSecrets clientSecrets;
  private final WebhookWiring webhooks;
  private final Customers customers;
  private final Links links;
  private final CheckoutWiring checkoutWiring;
  private final PaymentWiring payments;
  private final CheckoutParts checkout;
  private final PaymentMethods methods;
  private final Notes notes;
  private final ReceiptRepeats receiptRepeats;
  private final StatementWiring statements;
  private final BankWiring bank;

  /**
   * The differences between the service and a writer of demo history; {@link Features} is the same
   * for both.
   *
   * @param commits the commits of requests, with those that depend on their events
   * @param beside separate commits for work outside requests, so that requests don't wait for it
   * @param results commits the results of deliveries, separately from requests
   */
  record Variant(
      Sources sources,
      GroupCommit commits,
      GroupCommit beside,
      GroupCommit results,
      Connectors connectors,
      DeliveryTransport sending,
      Payers payers,
      Probe probe) {

    /**
     * The settings for payers.
     *
     * @param base the base of their links
     * @param descriptors the text on their statements
     * @param onSuccess additional writes when a payment succeeds
     */
    record Payers(URI base, Function<Realm, Optional<String>> descriptors, OnSuccess onSuccess) {}
  }

  Features(Parts parts, Foundation foundation, Variant variant) {
    this.foundation = foundation;
    this.variant = variant;
    Db db = foundation.db();
    Sources sources = variant.sources();
    this.accounts =
        new Accounts(
            db,
            new AccountStore(db),
            sources.ids(),
            sources.clock(),
            new LiveKeys(foundation.database())::check);
    this.events = new EventLog(db);
    this.idempotency = parts.open(new Idempotency(db, foundation.hmac(Purpose.IDEMPOTENCY)));
    this.once = new Once(variant.commits(), idempotency, sources.clock());
    this.customerStore = new CustomerStore(db);
    this.methodStore = parts.open(new PaymentMethodStore(db));
    this.cards =
        new CardsOnFile(
            methodStore,
            foundation.vault(),
            new CodeMemory(foundation.random()),
            sources.ids(),
            foundation.config().cardRetention());
    this.receiptLinks = new ReceiptLinks(variant.payers().base(), foundation.hmac(Purpose.RECEIPT));
    this.clientSecrets = new ClientSecrets(foundation.hmac(Purpose.CLIENT_SECRET));
    this.queueDb = parts.open(Db.walkingIndexes(foundation.database()));
    this.webhooks = parts.open(webhookWiring());
    this.customers = customersOf(sources);
    this.links =
        new Links(
            receiptLinks,
            new ChallengeLinks(variant.payers().base(), foundation.hmac(Purpose.CHALLENGE)),
            clientSecrets);
    this.checkoutWiring = new CheckoutWiring(foundation, variant);
    this.payments = parts.open(paymentWiring());
    this.checkout = checkoutWiring.checkout(payments, links, customers, accounts, once);
    this.methods = methodsOf(sources);
    this.notes = new Notes(db, sources.ids(), sources.clock());
    this.receiptRepeats =
        new ReceiptRepeats(db, foundation.config().smtp().isPresent(), sources.clock());
    this.statements = new StatementWiring(foundation, variant, queueDb, payments, once);
    this.bank = new BankWiring(foundation, variant, once);
  }

  private WebhookWiring webhookWiring() {
    return new WebhookWiring(
        foundation.config().webhooks(),
        new Storage(foundation.db(), queueDb, events, variant.results()),
        variant.sending(),
        foundation.seal(),
        once,
        foundation.registry(),
        variant.sources());
  }

  private Customers customersOf(Sources sources) {
    return new Customers(
        customerStore,
        once,
        new MethodsOfCustomers(methodStore, variant.commits(), sources.ids()),
        sources.ids(),
        sources.clock());
  }

  private PaymentWiring paymentWiring() {
    return new PaymentWiring(
        foundation,
        variant,
        once,
        idempotency,
        cards,
        customerStore,
        links,
        checkoutWiring.completion());
  }

  private PaymentMethods methodsOf(Sources sources) {
    return new PaymentMethods(
        methodStore,
        cards,
        customerStore,
        once,
        sources.ids(),
        variant.connectors(),
        sources.clock());
  }

  SlotRetention startSlotRetention() {
    return new SlotRetention(queueDb, variant.sources().clock(), foundation.clock());
  }

  CheckoutExpiry startCheckoutExpiry() {
    return checkoutWiring.startExpiry(checkout.tries(), foundation.clock());
  }

  boolean takesPayments(Realm realm) {
    return variant.connectors().takesPayments(realm);
  }

  Once once() {
    return once;
  }

  Accounts accounts() {
    return accounts;
  }

  EventLog events() {
    return events;
  }

  Customers customers() {
    return customers;
  }

  PaymentMethods methods() {
    return methods;
  }

  Notes notes() {
    return notes;
  }

  ReceiptRepeats receiptRepeats() {
    return receiptRepeats;
  }

  BankWiring bank() {
    return bank;
  }

  /** Returns the bank statements. */
  StatementWiring statements() {
    return statements;
  }

  /** Returns whether statements are imported from a folder. */
  boolean hasBankFolder() {
    return foundation.config().bankFolder().isPresent();
  }

  PaymentWiring payments() {
    return payments;
  }

  CheckoutParts checkout() {
    return checkout;
  }

  CheckoutLinks checkoutLinks() {
    return checkoutWiring.links();
  }

  ChallengeLinks challengeLinks() {
    return links.challenges();
  }

  ReceiptLinks receiptLinks() {
    return receiptLinks;
  }

  ClientSecrets clientSecrets() {
    return clientSecrets;
  }

  WebhookWiring webhooks() {
    return webhooks;
  }
}
