package florin.paymentmethod;

import florin.core.Id.EventId;
import florin.core.IdSource;
import florin.event.Event;
import florin.event.Event.Cause;
import florin.event.EventType;
import java.time.Instant;
import java.util.Optional;

/** The events of payment methods, for the changesets of the changes. */
final class PaymentMethodEvents {
  private final IdSource ids;

  PaymentMethodEvents(IdSource ids) {
    this.ids = ids;
  }

  /**
   * Returns an event.
   *
   * @param after the method after the change
   */
  Event of(PaymentMethod after, EventType type, Optional<Cause> cause, Instant now) {
    return new Event(
        after.realm(),
        new EventId(ids.next()),
        type,
        after.id().uuid(),
        after.state().sequence(),
        PaymentMethodView.text(after),
        cause,
        now);
  }
}
