package florin.payment.machine;

import java.util.Optional;

/**
 * What a machine has decided, of a payment and of its refund, as it goes into one changeset.
 *
 * @param after both as they then are
 * @param payment what becomes of the payment; empty where it stays as it was
 * @param refund what becomes of the refund; empty where the operation is about none
 */
public record Transition(Subject after, Optional<Move> payment, Optional<RefundMove> refund) {
  public static Transition of(Move move) {
    return new Transition(Subject.of(move.payment()), Optional.of(move), Optional.empty());
  }

  /**
   * @param before the payment that the move was decided on
   */
  public static Transition of(Payment before, RefundMove move) {
    Payment after = move.payment().map(Move::payment).orElse(before);
    return new Transition(
        new Subject(after, Optional.of(move.refund())), move.payment(), Optional.of(move));
  }

  /** Why what was asked for did not come about. A refund that fails is an answer, no error. */
  public Optional<Failure> failure() {
    return refund.isPresent() ? Optional.empty() : payment.flatMap(Move::failure);
  }
}
