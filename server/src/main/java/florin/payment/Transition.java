package florin.payment;

import florin.db.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a machine has decided, of a payment and of its refund, as it goes into one changeset.
 *
 * @param after both as they then are
 * @param payment what becomes of the payment; empty where it stays as it was
 * @param refund what becomes of the refund; empty where the operation is about none
 */
record Transition(Subject after, Optional<Move> payment, Optional<RefundMove> refund) {
  static Transition of(Move move) {
    return new Transition(Subject.of(move.payment()), Optional.of(move), Optional.empty());
  }

  /**
   * @param before the payment that the move was decided on
   */
  static Transition of(Payment before, RefundMove move) {
    Payment after = move.payment().map(Move::payment).orElse(before);
    return new Transition(
        new Subject(after, Optional.of(move.refund())), move.payment(), Optional.of(move));
  }

  /** Why what was asked for did not come about. A refund that fails is an answer, no error. */
  Optional<Failure> failure() {
    return refund.isPresent() ? Optional.empty() : payment.flatMap(Move::failure);
  }

  /** The rows of what is there already and changes. */
  List<Write> updates() {
    var writes = new ArrayList<Write>();
    payment.ifPresent(move -> writes.add(PaymentStore.update(move.payment())));
    refund
        .filter(move -> move.event().isPresent())
        .ifPresent(move -> writes.add(RefundStore.update(move.refund())));
    return writes;
  }
}
