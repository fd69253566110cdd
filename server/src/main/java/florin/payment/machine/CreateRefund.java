package florin.payment.machine;

import florin.core.Id.PaymentId;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Gives money back.
 *
 * @param amount in the smallest unit; empty for all that is left of the payment
 */
public record CreateRefund(
    PaymentId payment,
    OptionalLong amount,
    Optional<Refund.Reason> reason,
    Map<String, String> metadata) {
  public CreateRefund {
    metadata = Map.copyOf(metadata);
  }
}
