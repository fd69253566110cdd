package florin.paymentmethod;

import florin.vault.Card;

/**
 * A card as a connector can be asked to charge it.
 *
 * @param card with its code only if that is at hand
 * @param challengedBefore its holder has passed a challenge with this payment method
 */
public record ChargeableCard(Card card, boolean challengedBefore) {}
