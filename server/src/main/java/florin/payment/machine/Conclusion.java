package florin.payment.machine;

import java.util.Optional;

/**
 * What came of something that was asked for.
 *
 * @param subject payment and refund as they then are
 * @param failure why it did not come about. On a replay only what the payment itself still tells:
 *     see {@link florin.idempotency.Result#wasRefused}
 * @param shown in JSON, the refund, or the payment where there is none, as the event of the same
 *     commit shows it; empty where none does
 */
public record Conclusion(Subject subject, Optional<Failure> failure, Optional<String> shown) {
  public Conclusion(Subject subject, Optional<Failure> failure) {
    this(subject, failure, Optional.empty());
  }

  /** As far as what it was about still tells. */
  public static Conclusion of(Subject subject) {
    return new Conclusion(subject, subject.payment().state().failure());
  }

  public Payment payment() {
    return subject.payment();
  }
}
