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

/** The destination of a refund that does not return to where the money came from. */
@FunctionalInterface
public interface RefundDestinations {
  /**
   * Returns the destination.
   *
   * @param refund the refund that is about to begin
   * @throws Refusal if no destination is known, or the named account is not allowed
   */
  RefundDestination find(Payment payment, Refund refund, CreateRefund command);

  /** The destination, and its writes for the refund's first commit. */
  interface RefundDestination {
    /** The destination of a refund that returns to where the money came from. */
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

    /** Returns the part of the account that may be shown. */
    Optional<RefundAccount> account();

    /**
     * Returns the writes for the refund's first commit.
     *
     * @param attempt the attempt that carries it out
     */
    List<Write> writes(Attempt attempt);
  }
}
