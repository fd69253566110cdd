package florin.payment.machine;

import florin.core.Iban;
import florin.core.Id.PaymentId;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A command that refunds a payment.
 *
 * @param amount in the smallest unit; empty to refund all that is left of the payment
 * @param account the destination, for a payment by bank transfer; empty to refund to the account
 *     that paid
 * @param asker the kind of caller
 */
public record CreateRefund(
    PaymentId payment,
    OptionalLong amount,
    Optional<Refund.Reason> reason,
    Map<String, String> metadata,
    Optional<PayerAccount> account,
    RefundAsker asker) {
  /** A bank account that the caller named. */
  public record PayerAccount(Iban iban, String holder) {}

  /** The kind of caller. A person has entered the password where that is required. */
  public enum RefundAsker {
    KEY,
    PERSON
  }

  /** Creates a refund to where the money came from. */
  public CreateRefund(
      PaymentId payment,
      OptionalLong amount,
      Optional<Refund.Reason> reason,
      Map<String, String> metadata) {
    this(payment, amount, reason, metadata, Optional.empty(), RefundAsker.KEY);
  }

  public CreateRefund {
    metadata = Map.copyOf(metadata);
  }
}
