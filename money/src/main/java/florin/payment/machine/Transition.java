package florin.payment.machine;

import florin.core.Retry;
import java.util.Optional;

/**
 * A machine's decision on a payment and its refund, which is written in one changeset.
 *
 * @param after the payment and refund after the decision
 * @param payment the move of the payment; empty if it does not change
 * @param refund the move of the refund; empty if the operation has none
 */
public record Transition(Subject after, Optional<Move> payment, Optional<RefundMove> refund) {
  public static Transition of(Move move) {
    return new Transition(Subject.of(move.payment()), Optional.of(move), Optional.empty());
  }

  /**
   * Returns the transition for a move of a refund.
   *
   * @param before the payment that the move was decided on
   */
  public static Transition of(Payment before, RefundMove move) {
    Payment after = move.payment().map(Move::payment).orElse(before);
    return new Transition(
        new Subject(after, Optional.of(move.refund())), move.payment(), Optional.of(move));
  }

  /** Returns the transition whose failure says whether another attempt is allowed. */
  public Transition with(Retry retry) {
    return new Transition(
        after,
        payment.map(
            move -> move.failure().map(failure -> move.failing(failure.with(retry))).orElse(move)),
        refund);
  }

  /** Returns why the operation failed. A refund that fails is a result, not an error. */
  public Optional<Failure> failure() {
    return refund.isPresent() ? Optional.empty() : payment.flatMap(Move::failure);
  }
}
