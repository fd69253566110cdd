package florin.checkout;

import florin.core.Hmac;
import florin.core.Id.CheckoutSessionId;
import florin.core.Id.PaymentLinkId;
import florin.core.LinkTokens;
import florin.core.LinkTokens.LinkTarget;
import florin.core.Realm;
import java.net.URI;
import java.util.Optional;

/**
 * Addresses of the pages on which payers pay. Whoever has one may pay there without a login, and
 * sees what is bought; nobody may guess one or make one of another: see {@link LinkTokens}.
 */
public final class CheckoutLinks {
  /** The path of every checkout session, before its token. */
  public static final String PATH = "/c/";

  /** The path of every payment link, before its token. */
  public static final String LINK_PATH = "/l/";

  private final URI base;
  private final LinkTokens sessions;
  private final LinkTokens links;

  /**
   * @param base where payers reach the service, without a slash at its end
   * @param sessions under the key for checkout sessions
   * @param links under the key for payment links
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

  String token(Realm realm, CheckoutSessionId session) {
    return sessions.token(new LinkTarget(realm, session.uuid()));
  }

  /** Empty for every text that is not a token of ours. */
  Optional<LinkTarget> verify(String token) {
    return sessions.verify(token);
  }

  Optional<LinkTarget> verifyLink(String token) {
    return links.verify(token);
  }

  /**
   * The session whose page an address is; empty for every other address. Whose host it names does
   * not matter: it may have another name since, and nobody else can make the token.
   */
  Optional<LinkTarget> findSession(URI address) {
    String path = Optional.ofNullable(address.getRawPath()).orElse("");
    int at = path.lastIndexOf(PATH);
    return at < 0 ? Optional.empty() : verify(path.substring(at + PATH.length()));
  }
}
