package florin.payment;

import florin.connector.AuthorizeRequest.PageContent;
import florin.connector.ThreeDSecureResult;
import florin.payment.machine.Payment.Order;
import florin.paymentmethod.PaymentMethodData;
import java.util.Optional;

/**
 * A command that creates a payment, as decoded and not yet checked against stored data.
 *
 * @param savesMethod whether to attach the payment method to the customer once it has been approved
 * @param threeDSecure the payer's authentication by the merchant, with its proof
 * @param page the content of a provider's page in addition to the payment's terms
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
