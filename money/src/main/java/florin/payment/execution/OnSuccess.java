package florin.payment.execution;

import florin.db.Write;
import florin.payment.machine.Payment;
import java.time.Instant;
import java.util.List;

/**
 * A hook that adds writes to the commit by which a payment succeeds. It also adds to the commit
 * that gives the payer the instructions of a bank transfer, and to the one by which a payment fails
 * because the issuer asks for the payer. The writes only record what must follow, so that it cannot
 * be lost.
 */
@FunctionalInterface
public interface OnSuccess {
  OnSuccess NOTHING = (_, _) -> List.of();

  List<Write> writes(Payment payment, Instant now);
}
