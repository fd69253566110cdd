package florin.payment.store;

import florin.core.Id.EventId;
import florin.event.Event.Cause;
import florin.idempotency.Idempotency.Slot;
import florin.payment.machine.Attempt;
import florin.payment.machine.Move;
import florin.payment.machine.Payment;
import florin.paymentmethod.PaymentMethod;

/**
 * A payment of which only this is written yet, in the slot of its idempotency key: how it began,
 * with all that its rows will need. It is enough to ask the network, and, after a crash, to ask
 * what came of it.
 *
 * @param slot of its key, or its own
 * @param begun the payment as it begins, and what is to be told of that
 * @param method that came with it
 * @param attempt by which the network is asked
 * @param cause the request, as events name it
 * @param created the event that tells of the beginning, once that is written
 * @param answer the event whose object answers the key, where the payment is written with its
 *     outcome
 */
public record Draft(
    Slot slot,
    Move begun,
    PaymentMethod method,
    Attempt attempt,
    Cause cause,
    EventId created,
    EventId answer) {
  /** The same, under the attempt as it is now. */
  public Draft with(Attempt next) {
    return new Draft(slot, begun, method, next, cause, created, answer);
  }

  public Payment payment() {
    return begun.payment();
  }
}
