package florin.payment.execution;

import florin.db.Write;
import florin.event.Event.Cause;
import florin.payment.machine.Payment;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Adds to the commit by which a payment is approved, or by which the money of one that was is
 * taken: for what is over once its payer has paid. It is asked of every payment, so it must know
 * from the payment alone whether it has anything to add; and asked anew when one of its writes is a
 * guard that did not hold.
 */
@FunctionalInterface
public interface OnApproval {
  List<Write> writes(Payment payment, Optional<Cause> cause, Instant now);
}
