package florin.payment.machine;

import java.util.Optional;

/**
 * What an operation is about: a payment, and the refund of it where money goes back. Both as they
 * were read or decided together.
 */
public record Subject(Payment payment, Optional<Refund> refund) {
  public static Subject of(Payment payment) {
    return new Subject(payment, Optional.empty());
  }

  public Refund getRefund() {
    return refund.orElseThrow(
        () -> new IllegalStateException(payment.id() + " stands here without a refund"));
  }

  /**
   * Whether the operation that was under way when the other was read is resolved meanwhile: the
   * payment waits for none or for another, the refund is final.
   */
  public boolean isPast(Subject other) {
    return refund.isPresent()
        ? refund.get().status().isFinal()
        : !payment.state().pending().equals(other.payment.state().pending());
  }
}
