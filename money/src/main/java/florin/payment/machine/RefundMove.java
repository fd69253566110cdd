package florin.payment.machine;

import florin.event.EventType;
import java.util.Optional;

/**
 * A decision of the {@link RefundMachine}.
 *
 * @param refund the refund after the decision
 * @param event the event that announces the change of the refund; empty if it has not changed
 * @param payment the move of the payment, if any
 */
public record RefundMove(Refund refund, Optional<EventType> event, Optional<Move> payment) {
  /** Returns this move of a refund that goes to a bank account. */
  public RefundMove paidTo(Refund.RefundAccount account) {
    return new RefundMove(
        new Refund(
            refund.realm(),
            refund.id(),
            refund.payment(),
            refund.amount(),
            refund.reason(),
            Optional.of(account),
            refund.metadata(),
            refund.created(),
            refund.providerId(),
            refund.state()),
        event,
        payment);
  }

  static RefundMove none(Refund refund) {
    return new RefundMove(refund, Optional.empty(), Optional.empty());
  }
}
