package florin.payment.machine;

import java.util.Optional;

/**
 * What came of something that was asked for.
 *
 * @param subject payment and refund as they then are
 * @param failure why it did not come about. On a replay only what the payment itself still tells:
 *     see {@link florin.idempotency.Result#wasRefused}
 */
public record Conclusion(Subject subject, Optional<Failure> failure) {
  /** As far as what it was about still tells. */
  public static Conclusion of(Subject subject) {
    return new Conclusion(subject, subject.payment().state().failure());
  }

  public Payment payment() {
    return subject.payment();
  }
}
