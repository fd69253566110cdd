package florin.payment.machine;

import java.util.Optional;

/**
 * The result of an operation.
 *
 * @param subject the payment and refund after it
 * @param failure why the operation failed. On a replay it is only what the payment itself still
 *     shows: see {@link florin.idempotency.Result#wasRefused}
 * @param shown the refund in JSON, or the payment if there is no refund, as the event of the same
 *     commit shows it; empty if no event shows it
 */
public record OperationResult(Subject subject, Optional<Failure> failure, Optional<String> shown) {
  public OperationResult(Subject subject, Optional<Failure> failure) {
    this(subject, failure, Optional.empty());
  }

  /** Returns the result as far as the payment and refund still show it. */
  public static OperationResult of(Subject subject) {
    return new OperationResult(subject, subject.payment().state().failure());
  }

  public Payment payment() {
    return subject.payment();
  }
}
