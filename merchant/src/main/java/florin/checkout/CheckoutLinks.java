package florin.checkout;

import florin.core.Hmac;
import florin.core.Id.CheckoutSessionId;
import florin.core.LinkTokens;
import florin.core.LinkTokens.LinkTarget;
import florin.core.Realm;
import florin.payment.machine.Payment;
import java.net.URI;
import java.util.Optional;

/**
 * The URLs of payment pages. A payer with such a URL can pay without a login, and sees the items.
 * The URLs can't be guessed or derived from each other: see {@link LinkTokens}.
 */
public final class CheckoutLinks {
  /** The path of a checkout session, before its token. */
  public static final String PATH = "/c/";

  /** The path of a payment link, before its token. */
  public static final String LINK_PATH = "/l/";

  private final URI base;
  private final LinkTokens sessions;
  private final LinkTokens links;

  /**
   * Creates the links.
   *
   * @param base the service's URL for payers, without a trailing slash
   * @param sessions the key for checkout sessions
   * @param links the key for payment links
   */
  public CheckoutLinks(URI base, Hmac sessions, Hmac links) {
    this.base = base;
    this.sessions = new LinkTokens(sessions);
    this.links = new LinkTokens(links);
  }

  String url(CheckoutSession session) {
    return base + PATH + token(session.realm(), session.id());
  }

  public String url(PaymentLink link) {
    return base + LINK_PATH + links.token(new LinkTarget(link.realm(), link.id().uuid()));
  }

  /**
   * Returns the URL of the session on which the payer can pay a failed payment: {@link
   * CheckoutSession#recovering}.
   */
  public String recoveryUrl(Payment payment) {
    return base + PATH + token(payment.realm(), CheckoutSession.recoveryOf(payment.firstCharge()));
  }

  String token(Realm realm, CheckoutSessionId session) {
    return sessions.token(new LinkTarget(realm, session.uuid()));
  }

  /** Returns the session; empty for any text that is not a valid token. */
  Optional<LinkTarget> verify(String token) {
    return sessions.verify(token);
  }

  Optional<LinkTarget> verifyLink(String token) {
    return links.verify(token);
  }

  /**
   * Returns the session of a page's URL; empty for any other URL. Its host does not matter: it may
   * have changed since, and only Florin can create the token.
   */
  Optional<LinkTarget> findSession(URI address) {
    String path = Optional.ofNullable(address.getRawPath()).orElse("");
    int at = path.lastIndexOf(PATH);
    return at < 0 ? Optional.empty() : verify(path.substring(at + PATH.length()));
  }
}
