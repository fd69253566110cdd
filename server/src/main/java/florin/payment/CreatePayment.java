package florin.payment;

import florin.payment.Payment.Order;
import florin.vault.Card;

/** The command to make a payment with a card, as decoded and not yet checked with anybody. */
public record CreatePayment(Order order, Card card) {}
