package florin.payment.machine;

import java.util.Optional;

/**
 * What came of something that was asked for with a payment.
 *
 * @param failure why it did not come about. On a replay only what the payment itself still tells:
 *     see {@link florin.idempotency.Result#wasRefused}
 */
public record Conclusion(Payment payment, Optional<Failure> failure) {}
