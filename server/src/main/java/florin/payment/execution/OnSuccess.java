package florin.payment.execution;

import florin.db.Write;
import florin.payment.machine.Payment;
import java.time.Instant;
import java.util.List;

/**
 * Adds to the commit by which a payment succeeds, and to that by which its payer is told where to
 * send a bank transfer: for what must follow and may not be lost. It only writes down that it is to
 * be done.
 */
@FunctionalInterface
public interface OnSuccess {
  OnSuccess NOTHING = (_, _) -> List.of();

  List<Write> writes(Payment payment, Instant now);
}
