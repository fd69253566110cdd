package florin.checkout;

import florin.account.RateLimit;
import florin.checkout.CheckoutSession.State;
import florin.checkout.CheckoutSession.Status;
import florin.core.Id.CheckoutSessionId;
import florin.core.Id.PaymentLinkId;
import florin.core.IdSource;
import florin.core.Money;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The sessions that payers begin with payment links, within the limit of the payer's address. A
 * page contains the id of its session before the session exists.
 */
public final class LinkSessions {
  /** The sessions that one address may begin a second, and in a burst. */
  private static final int PER_SECOND = 2;

  private static final int AT_ONCE = 30;

  private final PaymentLinkStore store;
  private final GroupCommit commits;
  private final CheckoutLinks links;
  private final IdSource ids;
  private final InstantSource clock;
  private final RateLimit<String> limit = new RateLimit<>(PER_SECOND, AT_ONCE);

  public LinkSessions(
      PaymentLinkStore store,
      GroupCommit commits,
      CheckoutLinks links,
      IdSource ids,
      InstantSource clock) {
    this.store = store;
    this.commits = commits;
    this.links = links;
    this.ids = ids;
    this.clock = clock;
  }

  /** The result of a form that begins a session. */
  enum Beginning {
    BEGUN,
    /** The link can't open another session, or is inactive. */
    CLOSED,
    /** The payer's address has begun too many. */
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
   */
  Beginning begin(CheckoutSession draft, Optional<String> address) {
    if (!mayBegin(address)) {
      return Beginning.TOO_MANY;
    }
    CommitResult result =
        commits.commit(
            Changeset.of(
                CheckoutSessionStore.insert(draft),
                PaymentLinkStore.reserve(draft.realm(), draft.link().orElseThrow())));
    return switch (result) {
      case CommitResult.Committed() -> Beginning.BEGUN;
      case CommitResult.Refused(var guard) ->
          CheckoutSessionStore.isInsert(guard) ? Beginning.BEGUN : Beginning.CLOSED;
      case CommitResult.Rejected rejected ->
          throw new IllegalStateException("the database refused a checkout session: " + rejected);
    };
  }

  private boolean mayBegin(Optional<String> address) {
    return address.map(it -> limit.take(it, System.nanoTime()).allowed()).orElse(true);
  }
}
