package florin.payment.store;

import florin.core.Id.EventId;
import florin.event.Event.Cause;
import florin.idempotency.Idempotency.Slot;
import florin.payment.machine.Attempt;
import florin.payment.machine.Move;
import florin.payment.machine.Payment;
import florin.paymentmethod.PaymentMethod;

/**
 * A provisional payment, which is stored in the record of its idempotency key: how it began, with
 * all that its rows will need. It is enough to call the network, and, after a crash, to ask for the
 * outcome.
 *
 * @param slot the record of its key, or one of its own
 * @param begun the payment as it begins, with its first event
 * @param method the payment method that came with it
 * @param attempt the attempt under which the network is called
 * @param cause the request, as events show it
 * @param created the id of the event of its creation, once that is written
 * @param answer the id of the event whose object is the response, if the payment is written with
 *     its outcome
 */
public record Draft(
    Slot slot,
    Move begun,
    PaymentMethod method,
    Attempt attempt,
    Cause cause,
    EventId created,
    EventId answer) {
  /** Returns the draft with the current attempt. */
  public Draft with(Attempt next) {
    return new Draft(slot, begun, method, next, cause, created, answer);
  }

  public Payment payment() {
    return begun.payment();
  }
}
