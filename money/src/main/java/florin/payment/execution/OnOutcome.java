package florin.payment.execution;

import florin.db.Write;
import florin.event.Event.Cause;
import florin.payment.machine.Payment;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A hook that adds writes to the commit of a payment's outcome: approved, captured, failed or
 * canceled. It is called for every payment, so it must decide from the payment alone whether it has
 * anything to add. If one of its writes is a guard that did not hold, it is called again.
 */
@FunctionalInterface
public interface OnOutcome {
  List<Write> writes(Payment payment, Optional<Cause> cause, Instant now);
}
