package florin.checkout;

import florin.core.Id.EventId;
import florin.core.IdSource;
import florin.event.Event;
import florin.event.Event.Cause;
import florin.event.EventType;
import java.time.Instant;
import java.util.Optional;

/** The events of a session's end, in the changeset that ends it. */
final class SessionEvents {
  private final CheckoutLinks links;
  private final IdSource ids;

  SessionEvents(CheckoutLinks links, IdSource ids) {
    this.links = links;
    this.ids = ids;
  }

  /**
   * Returns an event.
   *
   * @param session the session after the change
   */
  Event of(CheckoutSession session, Optional<Cause> cause, Instant now) {
    return new Event(
        session.realm(),
        new EventId(ids.next()),
        session.status() == CheckoutSession.Status.COMPLETE
            ? EventType.CHECKOUT_SESSION_COMPLETED
            : EventType.CHECKOUT_SESSION_EXPIRED,
        session.id().uuid(),
        session.state().sequence(),
        CheckoutSessionView.text(session, links.url(session)),
        cause,
        now);
  }
}
