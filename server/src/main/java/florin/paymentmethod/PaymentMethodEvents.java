package florin.paymentmethod;

import florin.core.Id.EventId;
import florin.core.IdSource;
import florin.event.Event;
import florin.event.Event.Cause;
import florin.event.EventType;
import java.time.Instant;
import java.util.Optional;

/** What happens to payment methods, as the changesets of the changes record it. */
final class PaymentMethodEvents {
  private final IdSource ids;

  PaymentMethodEvents(IdSource ids) {
    this.ids = ids;
  }

  /**
   * @param after the method as it is then
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
