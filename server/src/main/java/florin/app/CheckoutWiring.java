package florin.app;

import florin.account.Accounts;
import florin.app.Features.Variant;
import florin.branding.Branding;
import florin.branding.BrandingStore;
import florin.checkout.CheckoutCompletion;
import florin.checkout.CheckoutExpiry;
import florin.checkout.CheckoutLinks;
import florin.checkout.CheckoutPageApi;
import florin.checkout.CheckoutSessionStore;
import florin.checkout.CheckoutSessions;
import florin.checkout.PaymentLinkPageApi;
import florin.checkout.PaymentLinkStore;
import florin.checkout.PaymentLinks;
import florin.checkout.TransferPageApi;
import florin.checkout.Tries;
import florin.checkout.Visits;
import florin.core.IdSource;
import florin.customer.Customers;
import florin.db.Db;
import florin.idempotency.Once;
import florin.job.Fitness;
import florin.payment.execution.OnOutcome;
import florin.vault.Keyring.Purpose;
import java.time.InstantSource;

/** Assembles checkout: first the parts that payments need, and the others once payments exist. */
final class CheckoutWiring {
  private final Variant variant;
  private final CheckoutLinks links;
  private final Db db;
  private final CheckoutSessionStore store;
  private final PaymentLinkStore linkStore;
  private final Branding branding;
  private final boolean sendsMail;
  private final IdSource ids;
  private final InstantSource clock;

  /** The parts for merchants and payers. */
  record CheckoutParts(
      CheckoutSessions sessions,
      PaymentLinks links,
      Branding branding,
      Tries tries,
      CheckoutPageApi page,
      PaymentLinkPageApi linkPage,
      TransferPageApi transferPage) {}

  CheckoutWiring(Foundation foundation, Variant variant) {
    this.variant = variant;
    this.links =
        new CheckoutLinks(
            variant.payers().base(),
            foundation.hmac(Purpose.CHECKOUT),
            foundation.hmac(Purpose.PAYMENT_LINK));
    this.db = foundation.db();
    this.store = new CheckoutSessionStore(db);
    this.linkStore = new PaymentLinkStore(foundation.db());
    this.branding = new Branding(new BrandingStore(foundation.db()));
    this.sendsMail = foundation.config().smtp().isPresent();
    this.ids = variant.sources().ids();
    this.clock = variant.sources().clock();
  }

  /** Returns the hook that completes a session with its payment. */
  OnOutcome completion() {
    return new CheckoutCompletion(store, links, ids);
  }

  CheckoutParts checkout(
      PaymentWiring payments,
      PaymentWiring.Links shown,
      Customers customers,
      Accounts accounts,
      Once once) {
    var tries =
        new Tries(store, linkStore, payments.payments(), payments.challenges(), links, clock);
    var paymentLinks = new PaymentLinks(linkStore, variant.commits(), once, links, ids, clock);
    var visits =
        new Visits(
            tries, customers, variant.connectors(), shown.challenges(), shown.receipts(), clock);
    return new CheckoutParts(
        new CheckoutSessions(store, customers, tries, once, links, ids, clock),
        paymentLinks,
        branding,
        tries,
        new CheckoutPageApi(visits, tries, links, store, accounts, branding, sendsMail, clock),
        new PaymentLinkPageApi(linkStore, paymentLinks, links, accounts, branding),
        new TransferPageApi(
            shown.challenges(), payments.payments(), shown.receipts(), accounts, branding));
  }

  CheckoutLinks links() {
    return links;
  }

  /** Starts this node's job that ends expired sessions. */
  CheckoutExpiry startExpiry(Tries tries, Fitness fitness) {
    return new CheckoutExpiry(db, store, tries, variant.commits(), links, ids, clock, fitness);
  }
}
