package florin.payment;

import florin.connector.PageContent;
import florin.connector.ThreeDSecureResult;
import florin.payment.machine.Payment.Order;
import florin.paymentmethod.PaymentMethodData;
import java.util.Optional;

/**
 * The command to make a payment, as decoded and not yet checked with anybody.
 *
 * @param savesMethod whether the payment method is to be attached to the customer once it has been
 *     approved
 * @param threeDSecure how the merchant has authenticated the payer, with the proof of it
 * @param page what a provider's page shows besides what the order says
 */
public record CreatePayment(
    Order order,
    PaymentMethodData methodData,
    boolean savesMethod,
    Optional<ThreeDSecureResult> threeDSecure,
    PageContent page) {
  public CreatePayment(
      Order order,
      PaymentMethodData methodData,
      boolean savesMethod,
      Optional<ThreeDSecureResult> threeDSecure) {
    this(order, methodData, savesMethod, threeDSecure, PageContent.NONE);
  }
}
