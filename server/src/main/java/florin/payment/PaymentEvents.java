package florin.payment;

import florin.core.Id.EventId;
import florin.core.IdSource;
import florin.db.Write;
import florin.event.Event;
import florin.event.EventLog;
import florin.payment.PaymentMachine.Happened;
import florin.payment.PaymentMachine.Move;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What a move of a payment tells the world, as writes for the move's own changeset. */
final class PaymentEvents {
  private final IdSource ids;
  private final PaymentViews views;

  PaymentEvents(IdSource ids, PaymentViews views) {
    this.ids = ids;
    this.views = views;
  }

  List<Write> of(Move move, Optional<Event.Cause> cause, Instant now) {
    return move.events().stream().map(happened -> write(happened, cause, now)).toList();
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
            views.text(payment),
            cause,
            now));
  }
}
