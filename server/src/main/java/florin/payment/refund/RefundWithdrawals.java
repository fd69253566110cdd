package florin.payment.refund;

import florin.db.Write;
import florin.payment.machine.Attempt;
import java.util.List;
import java.util.Optional;

/**
 * The refunds that their connector has and has not sent yet, so that they can still be canceled.
 */
@FunctionalInterface
public interface RefundWithdrawals {
  /**
   * Returns the writes that withdraw a refund, in the commit that cancels it. They only succeed if
   * the refund has not been sent in the meantime. Returns empty if it has been sent, or that is
   * unknown.
   *
   * @param attempt the pending attempt that carries the refund out
   */
  Optional<List<Write>> find(Attempt attempt);
}
