package florin.payment;

import florin.connector.Connector;
import florin.connector.Connectors;
import florin.connector.Credential;
import florin.core.ErrorCode;
import florin.core.Money;
import florin.core.Problem;
import florin.core.Refusal;

/** The rejections of payments that no connector could carry out. */
final class PaymentRefusals {
  private PaymentRefusals() {}

  static Refusal noConnector(Credential credential) {
    return unavailable(
        "Nothing was charged or stored. "
            + (credential instanceof Credential.Transfer
                ? Connectors.NO_RECEIVING_ACCOUNT
                : Connectors.NO_LIVE_CONNECTOR));
  }

  /** Rejects a credential that the connector does not support. Its outcome would be unknown. */
  static Refusal notTaken(Connector connector, Credential credential) {
    if (credential instanceof Credential.Page) {
      return unavailable(
          "This account has no connector with a payment page. Enable one in the dashboard under Connectors, or use another type; nothing was charged or stored.");
    }
    return unavailable(
        connector.capabilities().hosted()
            ? "The connector of this account doesn't accept card numbers. Use the type hosted, with which the payer enters the card on the provider's page."
            : "payment_method has a type that the connector of this account doesn't support. Use another type.");
  }

  /** Rejects to save a payment method without a charge where the provider can't. */
  static Refusal notSetUp() {
    return unavailable(
        "The connector of this account can't save a payment method without a charge. Save it with the first payment (save_payment_method); nothing was charged or stored.");
  }

  /** Rejects a mandate for a payment method that can't be charged again. */
  static Refusal mandateOfUnattached() {
    return Problem.BadParameters.of(
            "mandate",
            ErrorCode.PARAMETER_INVALID,
            "mandate requires save_payment_method: true, because payment_method is not attached to a customer. Nothing was charged.")
        .refusal();
  }

  /** Rejects to save what the payer enters on the page of a provider that can't save it. */
  static Refusal notSaved() {
    return Problem.BadParameters.of(
            "save_payment_method",
            ErrorCode.PARAMETER_INVALID,
            "save_payment_method must be false with the type hosted, because this account's connector can't save what the payer enters on the provider's page. Nothing was charged.")
        .refusal();
  }

  /** Rejects to charge a card that the provider keeps while the payer is present. */
  static Refusal keptByProvider() {
    return unavailable(
        "payment_method is kept by the provider, which charges it with off_session only. While the payer is present, use the type hosted; nothing was charged.");
  }

  /** Rejects to charge a card that a provider keeps whose connector is not enabled. */
  static Refusal ofOtherConnector() {
    return unavailable(
        "payment_method is kept by the provider of a connector that is not enabled. Enable that connector again, or ask the payer to save the card again; nothing was charged.");
  }

  /** Rejects to hold an amount that can't be captured later. */
  static Refusal notHeld() {
    return Problem.BadParameters.of(
            "capture_method",
            ErrorCode.PARAMETER_INVALID,
            "capture_method must be automatic for this payment method, because it has no separate authorization.")
        .refusal();
  }

  /** Rejects to repeat a payment that has no checkout session on which the payer could pay it. */
  static Refusal notRecoverable() {
    return notRepeated(
        "recovers must be the id of an off_session payment that failed with authentication_required. Nothing was charged.");
  }

  /** Rejects a repetition of another amount: the payer may still owe the rest. */
  static Refusal otherAmount(Money amount) {
    return notRepeated(
        "recovers names a payment of %d %s. Charge the same amount, or omit recovers for another charge; nothing was charged."
            .formatted(amount.minor(), amount.currency().code()));
  }

  private static Refusal notRepeated(String message) {
    return Problem.BadParameters.of("recovers", ErrorCode.PARAMETER_INVALID, message).refusal();
  }

  private static Refusal unavailable(String message) {
    return Problem.BadParameters.of("payment_method", ErrorCode.PAYMENT_METHOD_UNAVAILABLE, message)
        .refusal();
  }
}
