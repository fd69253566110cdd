package florin.payment.machine;

import java.util.Optional;

/**
 * The payment of an operation, and its refund if the operation is one. Both were read or decided
 * together.
 */
public record Subject(Payment payment, Optional<Refund> refund) {
  public static Subject of(Payment payment) {
    return new Subject(payment, Optional.empty());
  }

  public Refund getRefund() {
    return refund.orElseThrow(
        () -> new IllegalStateException(payment.id() + " has no refund here"));
  }

  /**
   * Returns whether the operation that was in flight when the other subject was read is resolved.
   * If it is, the payment has no pending operation or another one, or the refund is final.
   */
  public boolean isPast(Subject other) {
    return refund.isPresent()
        ? refund.get().status().isFinal()
        : !payment.state().pending().equals(other.payment.state().pending());
  }
}
