package florin.app;

import florin.account.Accounts;
import florin.app.Features.Variant;
import florin.branding.Branding;
import florin.branding.BrandingStore;
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
import florin.payment.view.ChallengeLinks;
import florin.payment.view.ReceiptLinks;
import java.time.InstantSource;
import java.util.function.Function;

/** Assembles checkout. */
record CheckoutWiring(
    CheckoutSessions sessions,
    PaymentLinks links,
    Branding branding,
    CheckoutPageApi page,
    PaymentLinkPageApi linkPage,
    TransferPageApi transferPage,
    Function<Fitness, CheckoutExpiry> expiry) {
  static CheckoutWiring of(
      Foundation foundation,
      Variant variant,
      CheckoutSessionStore store,
      CheckoutLinks links,
      PaymentWiring payments,
      ReceiptLinks receipts,
      ChallengeLinks challenges,
      Customers customers,
      Accounts accounts,
      Once once) {
    Db db = foundation.db();
    IdSource ids = variant.sources().ids();
    InstantSource clock = variant.sources().clock();
    var linkStore = new PaymentLinkStore(db);
    var branding = new Branding(new BrandingStore(db));
    var tries =
        new Tries(store, linkStore, payments.payments(), payments.challenges(), links, clock);
    var paymentLinks = new PaymentLinks(linkStore, variant.commits(), once, links, ids, clock);
    var visits = new Visits(tries, customers, variant.connectors(), challenges, receipts, clock);
    boolean sendsMail = foundation.config().smtp().isPresent();
    return new CheckoutWiring(
        new CheckoutSessions(store, customers, tries, once, links, ids, clock),
        paymentLinks,
        branding,
        new CheckoutPageApi(visits, tries, links, store, accounts, branding, sendsMail, clock),
        new PaymentLinkPageApi(linkStore, paymentLinks, links, accounts, branding),
        new TransferPageApi(challenges, payments.payments(), receipts, accounts, branding),
        fitness ->
            new CheckoutExpiry(db, store, tries, variant.commits(), links, ids, clock, fitness));
  }

  /** Starts this node's job that ends expired sessions. */
  CheckoutExpiry startExpiry(Fitness fitness) {
    return expiry.apply(fitness);
  }
}
