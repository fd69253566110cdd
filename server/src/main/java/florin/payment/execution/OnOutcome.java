package florin.payment.execution;

import florin.db.Write;
import florin.event.Event.Cause;
import florin.payment.machine.Payment;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Adds to the commit by which a payment is approved, its money is taken, or it fails or is
 * canceled: for what depends on that outcome. It is asked about every payment, so it must see from
 * the payment alone whether it has anything to add. If one of its writes is a guard that did not
 * hold, it is asked again.
 */
@FunctionalInterface
public interface OnOutcome {
  List<Write> writes(Payment payment, Optional<Cause> cause, Instant now);
}
