package florin.paymentmethod;

import florin.connector.Credential;
import florin.core.Id.PaymentMethodId;

/** What a request offers to pay with, not yet looked at. */
public sealed interface PaymentMethodData {
  /** One that comes with the request. */
  record NewMethod(Credential credential, BillingDetails billing) implements PaymentMethodData {}

  /** A payment method that was made before. */
  record SavedMethod(PaymentMethodId id) implements PaymentMethodData {}
}
