package florin.payment.execution;

import florin.core.Id.EventId;
import florin.core.Id.RequestId;
import florin.core.IdSource;
import florin.core.Retry;
import florin.db.Write;
import florin.event.Event;
import florin.event.Event.Cause;
import florin.event.EventLog;
import florin.event.EventType;
import florin.idempotency.Idempotency.StoredAnswer;
import florin.payment.machine.Move;
import florin.payment.machine.Move.PaymentEvent;
import florin.payment.machine.Payment;
import florin.payment.machine.Refund;
import florin.payment.machine.RefundMove;
import florin.payment.machine.Transition;
import florin.payment.view.PaymentViews;
import florin.payment.view.RefundView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * The events of a decision, first those of the refund and then those of its payment, in the
 * decision's own changeset.
 */
public final class OperationEvents {
  private static final Set<EventType> OF_OUTCOME =
      Set.of(
          EventType.PAYMENT_SUCCEEDED,
          EventType.PAYMENT_AMOUNT_CAPTURABLE_UPDATED,
          EventType.PAYMENT_FAILED,
          EventType.PAYMENT_CANCELED,
          EventType.SETUP_SUCCEEDED,
          EventType.SETUP_FAILED,
          EventType.SETUP_CANCELED);

  private final IdSource ids;
  private final PaymentViews views;
  private final OnSuccess onSuccess;
  private final OnOutcome onOutcome;
  private final BiFunction<Payment, Instant, Optional<Retry>> retries;

  /**
   * Creates the events.
   *
   * @param retries returns whether a declined card may be tried again
   */
  public OperationEvents(
      IdSource ids,
      PaymentViews views,
      OnSuccess onSuccess,
      OnOutcome onOutcome,
      BiFunction<Payment, Instant, Optional<Retry>> retries) {
    this.ids = ids;
    this.views = views;
    this.onSuccess = onSuccess;
    this.onOutcome = onOutcome;
    this.retries = retries;
  }

  /** Returns the transition whose failure says whether the card may be tried again. */
  Transition withRetry(Transition next, Instant now) {
    return next.failure()
        .flatMap(_ -> retries.apply(next.after().payment(), now))
        .map(next::with)
        .orElse(next);
  }

  public Announcements of(Transition transition, Optional<Cause> cause, Instant now) {
    var writes = new ArrayList<Write>();
    Optional<Event> ofRefund =
        transition.refund().flatMap(move -> announce(move, cause, now, writes));
    Optional<Event> ofPayment =
        transition.payment().flatMap(move -> announce(move, cause, now, writes));
    return new Announcements(writes, transition.refund().isPresent() ? ofRefund : ofPayment);
  }

  /** Returns the events of a move of the refund. */
  public Announcements of(RefundMove move, Optional<Cause> cause, Instant now) {
    var writes = new ArrayList<Write>();
    return new Announcements(writes, announce(move, cause, now, writes));
  }

  /** Returns the response that an idempotency key stores. */
  StoredAnswer kept(Transition next, Announcements told, RequestId request) {
    return views.kept(next, told.event(), request);
  }

  private Optional<Event> announce(
      RefundMove move, Optional<Cause> cause, Instant now, List<Write> writes) {
    Refund refund = move.refund();
    return move.event()
        .map(type -> {
          var event =
              new Event(
                  refund.realm(),
                  new EventId(ids.next()),
                  type,
                  refund.id().uuid(),
                  refund.state().sequence(),
                  RefundView.text(refund),
                  cause,
                  now);
          writes.add(EventLog.append(event));
          return event;
        });
  }

  /** Returns whether a mail goes to the payer: it succeeded, or only the payer can continue. */
  private static boolean isMailed(PaymentEvent happened) {
    return switch (happened.type()) {
      case PAYMENT_SUCCEEDED -> true;
      case PAYMENT_REQUIRES_ACTION -> happened.payment().findTransfer().isPresent();
      case PAYMENT_FAILED -> happened.payment().isRecoverable();
      default -> false;
    };
  }

  private Optional<Event> announce(
      Move move, Optional<Cause> cause, Instant now, List<Write> writes) {
    Optional<Event> ofSubject = Optional.empty();
    for (PaymentEvent happened : move.events()) {
      Payment payment = happened.payment();
      var event =
          new Event(
              payment.realm(),
              new EventId(ids.next()),
              happened.type(),
              payment.id().uuid(),
              payment.state().sequence(),
              views.eventText(payment),
              cause,
              now);
      writes.add(EventLog.append(event));
      if (isMailed(happened)) {
        writes.addAll(onSuccess.writes(payment, now));
      }
      if (OF_OUTCOME.contains(happened.type())) {
        writes.addAll(onOutcome.writes(payment, cause, now));
      }
      ofSubject = payment.equals(move.payment()) ? Optional.of(event) : Optional.empty();
    }
    return ofSubject;
  }
}
