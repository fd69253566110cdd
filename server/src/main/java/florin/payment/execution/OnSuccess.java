package florin.payment.execution;

import florin.db.Write;
import florin.payment.machine.Payment;
import java.time.Instant;
import java.util.List;

/**
 * Adds to the commit by which a payment succeeds: for what must follow a success and may not be
 * lost. It only writes down that it is to be done.
 */
@FunctionalInterface
public interface OnSuccess {
  OnSuccess NOTHING = (_, _) -> List.of();

  List<Write> writes(Payment payment, Instant now);
}
