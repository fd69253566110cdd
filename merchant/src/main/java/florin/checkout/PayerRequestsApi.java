package florin.checkout;

import florin.account.Account;
import florin.account.Accounts;
import florin.branding.Branding;
import florin.branding.Branding.Look;
import florin.checkout.PaymentLink.Price;
import florin.core.Id.CheckoutSessionId;
import florin.core.LinkTokens.LinkTarget;
import florin.core.Money;
import florin.core.Refusal;
import florin.http.Exchange;
import java.util.Optional;

/** Finds the objects that a payer's page needs, by the tokens in its URL. */
public final class PayerRequestsApi {
  /** The query parameter with the token of the link whose form creates the session. */
  static final String LINK = "link";

  private final CheckoutLinks links;
  private final CheckoutSessionStore store;
  private final LinkSessions linkSessions;
  private final Accounts accounts;
  private final Branding branding;

  public PayerRequestsApi(
      CheckoutLinks links,
      CheckoutSessionStore store,
      LinkSessions linkSessions,
      Accounts accounts,
      Branding branding) {
    this.links = links;
    this.store = store;
    this.linkSessions = linkSessions;
    this.accounts = accounts;
    this.branding = branding;
  }

  /**
   * A request for a session, with the objects that the response needs.
   *
   * @param link the token of the link whose form creates the session; empty if the session exists
   */
  record SessionRequest(
      CheckoutSession session,
      String token,
      Optional<String> link,
      Account account,
      Phrasebook texts,
      Look look) {
    String merchant() {
      return account.name();
    }

    /** Returns the path from the pages for payers, all of which are one segment below the root. */
    String path() {
      return "../c/" + token;
    }

    /**
     * Returns the path of the form. It is the session's also for a session that does not exist yet:
     * an error page after the form then leads to the outcome, and not to another session.
     */
    String action() {
      return path() + link.map(it -> "?" + LINK + "=" + it).orElse("");
    }

    SessionRequest now(CheckoutSession changed) {
      return new SessionRequest(changed, token, Optional.empty(), account, texts, look);
    }
  }

  /** A request for a link, with the objects that the response needs. */
  record LinkRequest(
      PaymentLink link, String token, Account account, Phrasebook texts, Look look) {}

  Optional<LinkRequest> findLink(Exchange exchange, String token) {
    return linkSessions
        .find(token)
        .map(link ->
            new LinkRequest(
                link,
                token,
                accounts.get(link.realm()),
                Phrasebook.in(languageOf(exchange)),
                branding.find(link.realm())));
  }

  /** Finds a session, without a query if the token is invalid. */
  Optional<SessionRequest> find(Exchange exchange, String token) {
    return links
        .verify(token)
        .flatMap(target -> store.find(target.realm(), new CheckoutSessionId(target.object())))
        .map(session -> of(exchange, session, token, Optional.empty()));
  }

  /** Returns whether a session exists. */
  boolean exists(LinkTarget session) {
    return store.find(session.realm(), new CheckoutSessionId(session.object())).isPresent();
  }

  /**
   * Returns the session that does not exist yet, and that the form of its link's page creates. It
   * is empty if the link is closed or has no fixed price.
   */
  Optional<SessionRequest> findDraft(Exchange exchange, String token) {
    return links
        .verify(token)
        .flatMap(target ->
            linkOf(exchange)
                .flatMap(link -> findLink(exchange, link))
                .filter(link -> link.link().realm().equals(target.realm()))
                .filter(link -> link.link().isOpen())
                .flatMap(link ->
                    link.link().price() instanceof Price.Fixed(var amount, var _)
                        ? Optional.of(
                            draft(exchange, link, new CheckoutSessionId(target.object()), amount))
                        : Optional.empty()));
  }

  /** Returns the session that the form of a link's page creates. */
  SessionRequest draft(Exchange exchange, LinkRequest link, CheckoutSessionId id, Money amount) {
    return of(
        exchange,
        linkSessions.draft(link.link(), id, amount, link.texts().language()),
        links.token(link.link().realm(), id),
        Optional.of(link.token()));
  }

  private SessionRequest of(
      Exchange exchange, CheckoutSession session, String token, Optional<String> link) {
    return new SessionRequest(
        session,
        token,
        link,
        accounts.get(session.realm()),
        Phrasebook.in(session.settings().language().orElseGet(() -> languageOf(exchange))),
        branding.find(session.realm()));
  }

  /** Returns the token of the link in the query, if it is one. */
  Optional<String> linkOf(Exchange exchange) {
    return parameter(exchange, LINK).filter(token -> links.verifyLink(token).isPresent());
  }

  /**
   * Returns a query parameter; empty if the query is malformed, because other programs add
   * parameters to a page's URL.
   */
  static Optional<String> parameter(Exchange exchange, String name) {
    try {
      return exchange.query().value(name);
    } catch (Refusal malformed) {
      return Optional.empty();
    }
  }

  /** Returns the language that the payer's browser prefers. */
  public static Language languageOf(Exchange exchange) {
    return Language.ofHeader(exchange.headers("Accept-Language").stream().findFirst());
  }
}
