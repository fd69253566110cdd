package florin.payment;

import florin.core.Id.EventId;
import florin.core.IdSource;
import florin.db.Write;
import florin.event.Event;
import florin.event.EventLog;
import florin.event.EventType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a move of a refund tells the world, of the refund and then of its payment, as writes for the
 * move's own changeset.
 */
final class RefundEvents {
  private final IdSource ids;
  private final PaymentEvents payments;

  RefundEvents(IdSource ids, PaymentEvents payments) {
    this.ids = ids;
    this.payments = payments;
  }

  List<Write> of(RefundMove move, Optional<Event.Cause> cause, Instant now) {
    var writes = new ArrayList<Write>();
    move.event().ifPresent(type -> writes.add(write(type, move.refund(), cause, now)));
    move.payment().ifPresent(payment -> writes.addAll(payments.of(payment, cause, now)));
    return writes;
  }

  private Write write(EventType type, Refund refund, Optional<Event.Cause> cause, Instant now) {
    return EventLog.append(
        new Event(
            refund.realm(),
            new EventId(ids.next()),
            type,
            refund.id().uuid(),
            refund.state().sequence(),
            RefundView.text(refund),
            cause,
            now));
  }
}
