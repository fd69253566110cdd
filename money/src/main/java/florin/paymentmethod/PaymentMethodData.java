package florin.paymentmethod;

import florin.connector.Credential;
import florin.core.Id.PaymentMethodId;

/** The payment method of a request, before any check. */
public sealed interface PaymentMethodData {
  /** A method that is part of the request. */
  record NewMethod(Credential credential, BillingDetails billing) implements PaymentMethodData {}

  /** A method that was saved before. */
  record SavedMethod(PaymentMethodId id) implements PaymentMethodData {}
}
