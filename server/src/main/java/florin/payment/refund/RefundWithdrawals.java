package florin.payment.refund;

import florin.db.Write;
import florin.payment.machine.Attempt;
import java.util.List;
import java.util.Optional;

/** Refunds that their connector has, and has not passed on: they can still be taken back. */
@FunctionalInterface
public interface RefundWithdrawals {
  /**
   * What takes one back, in the commit by which it is canceled: it holds only if nobody has passed
   * it on meanwhile. Empty where somebody has, or nobody can say.
   *
   * @param attempt that carries the refund out, and is pending
   */
  Optional<List<Write>> find(Attempt attempt);
}
