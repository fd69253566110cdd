package florin.payment;

import florin.payment.Payment.Order;
import florin.paymentmethod.Tender;

/**
 * The command to make a payment, as decoded and not yet checked with anybody.
 *
 * @param savesMethod whether the payment method is to be attached to the customer once it has been
 *     approved
 */
public record CreatePayment(Order order, Tender tender, boolean savesMethod) {}
