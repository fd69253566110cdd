package florin.paymentmethod;

import florin.connector.Credential;

/**
 * A payment method as a connector can be asked to charge it.
 *
 * @param credential a card's with its code only if that is at hand
 * @param challengedBefore the payer has passed a challenge with this payment method
 */
public record Chargeable(Credential credential, boolean challengedBefore) {}
