package florin.payment.view;

import florin.core.Currency;
import florin.core.Id.PaymentId;
import florin.core.Realm;
import florin.payment.machine.Payment;
import java.util.List;
import java.util.Map;

/** The fees of payments. Only requests that read payments ask for them. */
@FunctionalInterface
public interface PaymentFees {
  /** Returns the fees of those payments whose fee is settled or expected. */
  Map<PaymentId, PaymentFee> of(Realm realm, List<Payment> payments);

  /** The fee of a payment, and the money that is left. */
  record PaymentFee(FeeAmount fee, FeeAmount net) {
    /** Returns both amounts in minor units of one currency. */
    public static PaymentFee of(Currency currency, long fee, long net, FeeStatus status) {
      return new PaymentFee(
          new FeeAmount(fee, currency, status), new FeeAmount(net, currency, status));
    }
  }

  /**
   * An amount as the API shows it, field by field.
   *
   * @param amount may be below zero
   * @param currency the one in which the connector settles, which may not be the payment's
   */
  record FeeAmount(long amount, Currency currency, FeeStatus status) {}

  /** The source of a fee. */
  enum FeeStatus {
    /** A fee contract. */
    EXPECTED,
    /** The connector's settlement. */
    SETTLED
  }
}
