package florin.payment.machine;

import florin.event.EventType;
import java.util.Optional;

/**
 * A decision of the {@link RefundMachine}.
 *
 * @param refund as it is after it
 * @param event what is to be told of the refund; empty when it is as it was
 * @param payment what it does to the payment, if anything
 */
public record RefundMove(Refund refund, Optional<EventType> event, Optional<Move> payment) {
  /** The same of a refund that goes to a bank account. */
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
