package florin.app;

import florin.account.Accounts;
import florin.api.Route;
import florin.api.Routes;
import florin.branding.Branding;
import florin.branding.BrandingStore;
import florin.branding.LogoApi;
import florin.checkout.CheckoutCompletion;
import florin.checkout.CheckoutExpiry;
import florin.checkout.CheckoutLinks;
import florin.checkout.CheckoutPageApi;
import florin.checkout.CheckoutSessionApi;
import florin.checkout.CheckoutSessionStore;
import florin.checkout.CheckoutSessions;
import florin.checkout.PaymentLinkApi;
import florin.checkout.PaymentLinkPageApi;
import florin.checkout.PaymentLinkStore;
import florin.checkout.PaymentLinks;
import florin.checkout.TransferPageApi;
import florin.checkout.Tries;
import florin.checkout.Visits;
import florin.connector.Connectors;
import florin.http.Endpoint;
import florin.payment.execution.OnOutcome;
import florin.vault.Keyring.Purpose;
import java.util.List;

/** Checkout sessions and payment links, with the pages for payers. */
final class CheckoutModule implements FeatureModule {
  final CheckoutSessions sessions;
  final PaymentLinks paymentLinks;
  final Branding branding;
  private final CoreServices core;
  private final RuntimeProfile profile;
  private final Connectors connectors;
  private final Accounts accounts;
  private final CustomerModule customers;
  private final PaymentModule payments;
  private final CheckoutSessionStore store;
  private final PaymentLinkStore linkStore;
  private final CheckoutLinks links;
  private final Tries tries;

  CheckoutModule(
      CoreServices core,
      RuntimeProfile profile,
      Connectors connectors,
      Accounts accounts,
      CustomerModule customers,
      PaymentModule payments) {
    this.core = core;
    this.profile = profile;
    this.connectors = connectors;
    this.accounts = accounts;
    this.customers = customers;
    this.payments = payments;
    this.store = new CheckoutSessionStore(core.db());
    this.linkStore = new PaymentLinkStore(core.db());
    this.links = links(core, profile);
    this.branding = new Branding(new BrandingStore(core.db()));
    this.tries =
        new Tries(store, linkStore, payments.payments, payments.challenges, links, profile.clock());
    this.sessions =
        new CheckoutSessions(
            store,
            customers.customers,
            tries,
            profile.once(),
            links,
            profile.ids(),
            profile.clock());
    this.paymentLinks =
        new PaymentLinks(
            linkStore, profile.commits(), profile.once(), links, profile.ids(), profile.clock());
  }

  /** Returns the writes that complete a session with its payment, which payments need. */
  static OnOutcome completion(CoreServices core, RuntimeProfile profile) {
    return new CheckoutCompletion(
        new CheckoutSessionStore(core.db()), links(core, profile), profile.ids());
  }

  private static CheckoutLinks links(CoreServices core, RuntimeProfile profile) {
    return new CheckoutLinks(
        profile.base(), core.hmac(Purpose.CHECKOUT), core.hmac(Purpose.PAYMENT_LINK));
  }

  @Override
  public void start() {
    core.open(
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

  @Override
  public List<Route<?>> routes() {
    return Routes.checkout(new CheckoutSessionApi(sessions), new PaymentLinkApi(paymentLinks));
  }

  @Override
  public List<Endpoint> pages() {
    var visits =
        new Visits(
            tries,
            customers.customers,
            connectors,
            payments.challengeLinks,
            payments.receiptLinks,
            profile.clock());
    return Routes.checkoutPages(
        new CheckoutPageApi(
            visits,
            tries,
            links,
            store,
            accounts,
            branding,
            core.config().smtp().isPresent(),
            profile.clock()),
        new PaymentLinkPageApi(linkStore, paymentLinks, links, accounts, branding),
        new TransferPageApi(
            payments.challengeLinks, payments.payments, payments.receiptLinks, accounts, branding),
        new LogoApi(branding));
  }
}
