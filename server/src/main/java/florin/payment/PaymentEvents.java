package florin.payment;

import florin.core.Id.EventId;
import florin.core.IdSource;
import florin.db.Write;
import florin.event.Event;
import florin.event.EventLog;
import florin.event.EventType;
import florin.payment.Move.Happened;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a move of a payment tells the world, as writes for the move's own changeset. */
final class PaymentEvents {
  private final IdSource ids;
  private final PaymentViews views;
  private final OnSuccess onSuccess;

  PaymentEvents(IdSource ids, PaymentViews views, OnSuccess onSuccess) {
    this.ids = ids;
    this.views = views;
    this.onSuccess = onSuccess;
  }

  List<Write> of(Move move, Optional<Event.Cause> cause, Instant now) {
    var writes = new ArrayList<Write>();
    for (Happened happened : move.events()) {
      writes.add(write(happened, cause, now));
      if (happened.type() == EventType.PAYMENT_SUCCEEDED) {
        writes.addAll(onSuccess.writes(happened.payment(), now));
      }
    }
    return writes;
  }

  private Write write(Happened happened, Optional<Event.Cause> cause, Instant now) {
    Payment payment = happened.payment();
    return EventLog.append(
        new Event(
            payment.realm(),
            new EventId(ids.next()),
            happened.type(),
            payment.id().uuid(),
            payment.state().sequence(),
            views.eventText(payment),
            cause,
            now));
  }
}
