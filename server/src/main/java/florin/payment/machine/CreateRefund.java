package florin.payment.machine;

import florin.bank.Iban;
import florin.core.Id.PaymentId;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Gives money back.
 *
 * @param amount in the smallest unit; empty for all that is left of the payment
 * @param account where it goes, of a payment by bank transfer; empty for where its money came from
 * @param asker who wants it so
 */
public record CreateRefund(
    PaymentId payment,
    OptionalLong amount,
    Optional<Refund.Reason> reason,
    Map<String, String> metadata,
    Optional<PayerAccount> account,
    RefundAsker asker) {
  /** A bank account that somebody has named. */
  public record PayerAccount(Iban iban, String holder) {}

  /** A person has given the password where that counts. */
  public enum RefundAsker {
    KEY,
    PERSON
  }

  /** To where the money came from. */
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
