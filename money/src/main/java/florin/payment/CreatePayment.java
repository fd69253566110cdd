package florin.payment;

import florin.connector.AuthorizeRequest.PageContent;
import florin.connector.OffSessionReason;
import florin.connector.ThreeDSecureResult;
import florin.core.Id.ConnectorId;
import florin.core.Id.PaymentId;
import florin.mandate.MandateUse.Consent;
import florin.payment.machine.Payment.PaymentTerms;
import florin.paymentmethod.PaymentMethodData;
import java.util.Optional;

/**
 * A command that creates a payment, as decoded and not yet checked against stored data.
 *
 * @param savesMethod whether to attach the payment method to the customer once it has been approved
 * @param consent the payer's consent to later charges, which becomes a mandate
 * @param offSession the reason of a charge while the payer is absent; empty if the payer is present
 * @param recovers the declined charge that this one repeats
 * @param threeDSecure the payer's authentication by the merchant, with its proof
 * @param connector the connector that the merchant chose; empty for the best one that fits
 * @param page the content of a provider's page in addition to the payment's terms
 */
public record CreatePayment(
    PaymentTerms terms,
    PaymentMethodData methodData,
    boolean savesMethod,
    Optional<Consent> consent,
    Optional<OffSessionReason> offSession,
    Optional<PaymentId> recovers,
    Optional<ThreeDSecureResult> threeDSecure,
    Optional<ConnectorId> connector,
    PageContent page) {
  public CreatePayment(
      PaymentTerms terms,
      PaymentMethodData methodData,
      boolean savesMethod,
      Optional<ThreeDSecureResult> threeDSecure) {
    this(
        terms,
        methodData,
        savesMethod,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        threeDSecure,
        Optional.empty(),
        PageContent.NONE);
  }

  /** Returns the command with the first of the charges that it repeats. */
  CreatePayment repeating(Optional<PaymentId> first) {
    return new CreatePayment(
        terms, methodData, savesMethod, consent, offSession, first, threeDSecure, connector, page);
  }
}
