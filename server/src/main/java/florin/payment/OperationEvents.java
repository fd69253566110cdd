package florin.payment;

import florin.core.Id.EventId;
import florin.core.IdSource;
import florin.core.Realm;
import florin.db.Write;
import florin.event.Event;
import florin.event.Event.Cause;
import florin.event.EventLog;
import florin.event.EventType;
import florin.payment.Move.Happened;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What is told of a decision, of the refund and then of its payment, as writes for the decision's
 * own changeset.
 */
final class OperationEvents {
  private final IdSource ids;
  private final PaymentViews views;
  private final OnSuccess onSuccess;

  OperationEvents(IdSource ids, PaymentViews views, OnSuccess onSuccess) {
    this.ids = ids;
    this.views = views;
    this.onSuccess = onSuccess;
  }

  List<Write> of(Transition transition, Optional<Cause> cause, Instant now) {
    var writes = new ArrayList<Write>();
    transition.refund().ifPresent(move -> writes.addAll(of(move, cause, now)));
    transition
        .payment()
        .ifPresent(move -> {
          for (Happened happened : move.events()) {
            Payment payment = happened.payment();
            writes.add(
                append(
                    happened.type(),
                    payment.realm(),
                    payment.id().uuid(),
                    payment.state().sequence(),
                    views.eventText(payment),
                    cause,
                    now));
            if (happened.type() == EventType.PAYMENT_SUCCEEDED) {
              writes.addAll(onSuccess.writes(payment, now));
            }
          }
        });
    return writes;
  }

  /** Of the refund alone. */
  List<Write> of(RefundMove move, Optional<Cause> cause, Instant now) {
    Refund refund = move.refund();
    return move.event()
        .map(type ->
            List.of(
                append(
                    type,
                    refund.realm(),
                    refund.id().uuid(),
                    refund.state().sequence(),
                    RefundView.text(refund),
                    cause,
                    now)))
        .orElse(List.of());
  }

  private Write append(
      EventType type,
      Realm realm,
      UUID resource,
      int sequence,
      String text,
      Optional<Cause> cause,
      Instant now) {
    return EventLog.append(
        new Event(realm, new EventId(ids.next()), type, resource, sequence, text, cause, now));
  }
}
