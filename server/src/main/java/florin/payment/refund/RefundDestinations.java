package florin.payment.refund;

import florin.core.Refusal;
import florin.db.Write;
import florin.payment.machine.Attempt;
import florin.payment.machine.CreateRefund;
import florin.payment.machine.Payment;
import florin.payment.machine.Refund;
import florin.payment.machine.Refund.RefundAccount;
import java.util.List;
import java.util.Optional;

/** Where a refund goes that does not go back by the way on which the money came. */
@FunctionalInterface
public interface RefundDestinations {
  /**
   * @param refund that is about to begin
   * @throws Refusal where nobody knows where to, or an account is named that cannot be
   */
  RefundDestination find(Payment payment, Refund refund, CreateRefund command);

  /** What of it is written with the begin. */
  interface RefundDestination {
    /** The way by which the money came. */
    RefundDestination SAME_WAY =
        new RefundDestination() {
          @Override
          public Optional<RefundAccount> account() {
            return Optional.empty();
          }

          @Override
          public List<Write> writes(Attempt attempt) {
            return List.of();
          }
        };

    /** What may be shown. */
    Optional<RefundAccount> account();

    /**
     * @param attempt that carries it out
     */
    List<Write> writes(Attempt attempt);
  }
}
