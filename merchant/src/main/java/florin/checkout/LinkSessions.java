package florin.checkout;

import florin.account.RateLimit;
import florin.checkout.CheckoutSession.State;
import florin.checkout.CheckoutSession.Status;
import florin.core.Id.CheckoutSessionId;
import florin.core.Id.PaymentLinkId;
import florin.core.IdSource;
import florin.core.Money;
import florin.core.Realm;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The sessions that payers begin with payment links, within the limits of the payer's address. A
 * page contains the id of its session before the session exists.
 *
 * <p>A link has a limit of open sessions, because anyone can open one. If it is reached, the oldest
 * ones without a payment are expired, so that a few clients can't close the link to payers.
 */
public final class LinkSessions {
  /** The sessions that one address may begin a second, and in a burst. */
  private static final int PER_SECOND = 2;

  private static final int AT_ONCE = 30;

  /** The sessions that one network may begin with one link a second, and in a burst. */
  private static final int OF_LINK_PER_SECOND = 1;

  private static final int OF_LINK_AT_ONCE = 60;

  /** The time for which a session without a payment keeps its place in a full link. */
  static final Duration KEPT = Duration.ofMinutes(10);

  /** The sessions that one payer's form expires to make room. */
  private static final int EXPIRED_AT_ONCE = 20;

  private final PaymentLinkStore store;
  private final CheckoutSessionStore sessions;
  private final GroupCommit commits;
  private final CheckoutLinks links;
  private final IdSource ids;
  private final InstantSource clock;
  private final SessionEvents events;
  private final RateLimit<String> limit = new RateLimit<>(PER_SECOND, AT_ONCE);
  private final RateLimit<OfLink> limitOfLink =
      new RateLimit<>(OF_LINK_PER_SECOND, OF_LINK_AT_ONCE);

  public LinkSessions(
      PaymentLinkStore store,
      CheckoutSessionStore sessions,
      GroupCommit commits,
      CheckoutLinks links,
      IdSource ids,
      InstantSource clock) {
    this.store = store;
    this.sessions = sessions;
    this.commits = commits;
    this.links = links;
    this.ids = ids;
    this.clock = clock;
    this.events = new SessionEvents(links, ids);
  }

  /** A network at a link, for the limit. */
  private record OfLink(PaymentLinkId link, String network) {}

  /** The result of a form that begins a session. */
  enum Beginning {
    BEGUN,
    /** The link is inactive, or has reached its limit of payments. */
    CLOSED,
    /** The link has too many open sessions. */
    FULL,
    /** The payer's address or network has begun too many. */
    TOO_MANY
  }

  /** Finds a link, without a query if the token is invalid. */
  Optional<PaymentLink> find(String token) {
    return links
        .verifyLink(token)
        .flatMap(target -> store.find(target.realm(), new PaymentLinkId(target.object())));
  }

  /** Returns an id for the session that a page may create; it writes nothing. */
  CheckoutSessionId next() {
    return new CheckoutSessionId(ids.next());
  }

  /**
   * Returns the session that {@link #begin} would create; it writes nothing.
   *
   * @param amount one that the link allows
   */
  CheckoutSession draft(PaymentLink link, CheckoutSessionId id, Money amount, Language language) {
    Instant now = clock.instant();
    Instant expires = now.plus(PaymentLink.SESSION);
    return new CheckoutSession(
        link.realm(),
        id,
        link.cart(amount),
        link.settings(Optional.of(language)),
        Optional.of(link.id()),
        new State(1, 0, Status.OPEN, 0, Optional.empty(), Optional.empty(), Optional.of(expires)),
        now,
        expires);
  }

  /**
   * Creates a session once for each id, so a repeated click has no further effect.
   *
   * @param address the payer's, if it is counted
   * @param network that of the address
   */
  Beginning begin(CheckoutSession draft, Optional<String> address, Optional<String> network) {
    PaymentLinkId link = draft.link().orElseThrow();
    if (!mayBegin(link, address, network)) {
      return Beginning.TOO_MANY;
    }
    Beginning beginning = begin(draft, link);
    return beginning == Beginning.FULL && makesRoom(draft.realm(), link)
        ? begin(draft, link)
        : beginning;
  }

  private Beginning begin(CheckoutSession draft, PaymentLinkId link) {
    CommitResult result =
        commits.commit(
            Changeset.of(
                CheckoutSessionStore.insert(draft), PaymentLinkStore.reserve(draft.realm(), link)));
    return switch (result) {
      case CommitResult.Committed() -> Beginning.BEGUN;
      case CommitResult.Refused(var guard) ->
          CheckoutSessionStore.isInsert(guard)
              ? Beginning.BEGUN
              : store.find(draft.realm(), link).filter(PaymentLink::isOpen).isPresent()
                  ? Beginning.FULL
                  : Beginning.CLOSED;
      case CommitResult.Rejected rejected ->
          throw new IllegalStateException("the database refused a checkout session: " + rejected);
    };
  }

  /** Expires old sessions without a payment; returns whether there was one. */
  private boolean makesRoom(Realm realm, PaymentLinkId link) {
    Instant now = clock.instant();
    Instant due = now.plus(PaymentLink.SESSION).minus(KEPT);
    return sessions.listUntried(realm, link, due, EXPIRED_AT_ONCE).stream()
            .filter(session ->
                commits.commit(CheckoutSessions.expiry(session, events, now))
                    instanceof CommitResult.Committed)
            .count()
        > 0;
  }

  private boolean mayBegin(PaymentLinkId link, Optional<String> address, Optional<String> network) {
    long now = System.nanoTime();
    return address.map(it -> limit.take(it, now).allowed()).orElse(true)
        && network.map(it -> limitOfLink.take(new OfLink(link, it), now).allowed()).orElse(true);
  }
}
