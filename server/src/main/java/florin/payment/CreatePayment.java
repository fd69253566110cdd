package florin.payment;

import florin.connector.ThreeDSecureResult;
import florin.payment.Payment.Order;
import florin.vault.Card;
import java.util.Optional;

/**
 * The command to make a payment with a card, as decoded and not yet checked with anybody.
 *
 * @param threeDSecure how the payer was authenticated by the merchant, with the proof of it
 */
public record CreatePayment(Order order, Card card, Optional<ThreeDSecureResult> threeDSecure) {}
