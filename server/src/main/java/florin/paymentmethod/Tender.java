package florin.paymentmethod;

import florin.core.Id.PaymentMethodId;
import florin.vault.Card;

/** What a request offers to pay with, not yet looked at. */
public sealed interface Tender {
  /** A card that comes with the request. */
  record NewCard(Card card, BillingDetails billing) implements Tender {}

  /** A payment method that was made before. */
  record SavedMethod(PaymentMethodId id) implements Tender {}
}
