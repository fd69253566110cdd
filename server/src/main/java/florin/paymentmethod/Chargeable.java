package florin.paymentmethod;

import florin.connector.Credential;

/**
 * A payment method in the form that a connector charges.
 *
 * @param credential a card includes its code only if it is available
 * @param challengedBefore whether the payer has passed a challenge with this payment method
 */
public record Chargeable(Credential credential, boolean challengedBefore) {}
