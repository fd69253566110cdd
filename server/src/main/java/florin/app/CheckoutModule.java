package florin.app;

import florin.account.Accounts;
import florin.api.Routes;
import florin.branding.Branding;
import florin.branding.BrandingStore;
import florin.branding.LogoApi;
import florin.checkout.BrakeGateApi;
import florin.checkout.CheckoutCompletion;
import florin.checkout.CheckoutExpiry;
import florin.checkout.CheckoutLinks;
import florin.checkout.CheckoutPageApi;
import florin.checkout.CheckoutSessionApi;
import florin.checkout.CheckoutSessionStore;
import florin.checkout.CheckoutSessions;
import florin.checkout.CheckoutState;
import florin.checkout.LinkSessions;
import florin.checkout.Offers;
import florin.checkout.PayerRequestsApi;
import florin.checkout.PaymentLinkApi;
import florin.checkout.PaymentLinkPageApi;
import florin.checkout.PaymentLinkStore;
import florin.checkout.PaymentLinks;
import florin.checkout.SessionPagesApi;
import florin.checkout.TransferPageApi;
import florin.checkout.Tries;
import florin.connector.Connectors;
import florin.dashboard.DashboardRoutes;
import florin.dashboard.checkout.CheckoutPages;
import florin.dashboard.checkout.PaymentLinkPages;
import florin.payment.execution.OnOutcome;
import florin.vault.Keyring.Purpose;

/** Checkout sessions and payment links, with the pages for payers. */
final class CheckoutModule {
  final CheckoutSessions sessions;
  final PaymentLinks paymentLinks;
  final Branding branding;

  CheckoutModule(
      CoreServices core,
      RuntimeProfile profile,
      Connectors connectors,
      Accounts accounts,
      CustomerModule customers,
      PaymentModule payments) {
    Parts parts = core.parts();
    var store = new CheckoutSessionStore(core.db());
    var linkStore = new PaymentLinkStore(core.db());
    CheckoutLinks links = links(core, profile);
    this.branding = new Branding(new BrandingStore(core.db()));
    var offers = new Offers(connectors);
    var tries =
        new Tries(
            store,
            linkStore,
            payments.payments,
            payments.challenges,
            customers.cards,
            connectors,
            links,
            profile.clock());
    this.sessions =
        new CheckoutSessions(
            store,
            customers.customers,
            tries,
            offers,
            profile.once(),
            links,
            profile.ids(),
            profile.clock());
    this.paymentLinks =
        new PaymentLinks(linkStore, offers, profile.once(), links, profile.ids(), profile.clock());
    var state =
        new CheckoutState(
            tries,
            customers.customers,
            connectors,
            offers,
            payments.challengeLinks,
            payments.receiptLinks,
            profile.clock());
    parts.addRoutes(
        Routes.checkout(new CheckoutSessionApi(sessions), new PaymentLinkApi(paymentLinks)));
    parts.addDashboardRoutes(
        DashboardRoutes.checkout(
            new CheckoutPages(sessions), new PaymentLinkPages(paymentLinks, payments.payments)));
    var linkSessions =
        new LinkSessions(
            linkStore, store, profile.commits(), links, profile.ids(), profile.clock());
    var requests = new PayerRequestsApi(links, store, linkSessions, accounts, branding);
    var pages =
        new CheckoutPageApi(
            requests,
            linkSessions,
            state,
            tries,
            BrakeGateApi.of(
                customers.brakes,
                customers.lists,
                core.vault(),
                core.hmac(Purpose.CHECKOUT),
                profile.clock()),
            new SessionPagesApi(state, core.config().smtp().isPresent()),
            profile.clock());
    parts.addPages(
        Routes.checkoutPages(
            pages,
            new PaymentLinkPageApi(requests, linkSessions, links, pages),
            new TransferPageApi(
                payments.challengeLinks,
                payments.payments,
                payments.receiptLinks,
                accounts,
                branding),
            new LogoApi(branding)));
    parts.addJob(() ->
        new CheckoutExpiry(
            core.db(),
            store,
            tries,
            profile.commits(),
            links,
            profile.ids(),
            profile.clock(),
            core.clock()));
  }

  /** Returns the writes that complete a session with its payment, which payments need. */
  static OnOutcome completion(CoreServices core, RuntimeProfile profile) {
    return new CheckoutCompletion(
        new CheckoutSessionStore(core.db()), links(core, profile), profile.ids());
  }

  static CheckoutLinks links(CoreServices core, RuntimeProfile profile) {
    return new CheckoutLinks(
        profile.base(), core.hmac(Purpose.CHECKOUT), core.hmac(Purpose.PAYMENT_LINK));
  }
}
