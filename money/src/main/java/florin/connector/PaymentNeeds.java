package florin.connector;

import florin.core.Currency;

/**
 * The properties of a new payment by which its connector is chosen.
 *
 * @param saves whether the payer's credential is to be saved for later charges
 * @param holds whether the amount is to be captured later
 * @param setsUp whether nothing is charged: the amount is zero
 */
public record PaymentNeeds(
    Credential credential, Currency currency, boolean saves, boolean holds, boolean setsUp) {
  public PaymentNeeds(Credential credential, Currency currency) {
    this(credential, currency, false, false, false);
  }

  /** Returns the needs of the same payment if its credential is saved. */
  public PaymentNeeds saving() {
    return new PaymentNeeds(credential, currency, true, holds, setsUp);
  }
}
