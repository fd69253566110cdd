package florin.paymentmethod;

import florin.connector.Connectors;
import florin.core.ErrorCode;
import florin.core.Id.CustomerId;
import florin.core.Problem;
import florin.core.Refusal;
import java.util.Optional;

/** The reasons why a payment method can't be charged, attached or detached. */
final class MethodRefusals {
  private static final String PARAM = "payment_method";

  private MethodRefusals() {}

  static Refusal missing() {
    return Problem.BadParameters.of(
            PARAM,
            ErrorCode.RESOURCE_MISSING,
            "payment_method is the id of no payment method of this account and mode. Check the id and the API key.")
        .refusal();
  }

  /** Requires a method that can be charged. */
  static void requireUsable(PaymentMethod method, Optional<CustomerId> customer) {
    if (method.isAttached()) {
      if (customer.isPresent() && !customer.equals(method.customer())) {
        throw ofPayment(
            ErrorCode.PAYMENT_METHOD_UNAVAILABLE,
            "payment_method is attached to another customer. Set that customer, omit customer, or use another payment method.");
      }
      return;
    }
    if (method.state().detached().isPresent()) {
      throw ofPayment(
          ErrorCode.PAYMENT_METHOD_UNAVAILABLE,
          "payment_method was detached from its customer and can no longer be used. Ask the payer for the card again.");
    }
    if (method.state().consumedBy().isPresent()) {
      throw ofPayment(
          ErrorCode.PAYMENT_METHOD_CONSUMED,
          "payment_method was already used, and an unattached payment method can be used once. Attach it before its first use, or set save_payment_method.");
    }
    if (!method.isChargeable()) {
      throw ofPayment(
          ErrorCode.PAYMENT_METHOD_UNAVAILABLE,
          "payment_method was not used in time, so its card number was erased. Ask the payer for the card again.");
    }
  }

  private static Refusal ofPayment(ErrorCode code, String message) {
    return Problem.BadParameters.of(PARAM, code, message).refusal();
  }

  static void requireAttachable(PaymentMethod method) {
    if (method.isAttached()) {
      throw ofMethod(
          ErrorCode.PAYMENT_METHOD_UNAVAILABLE,
          "The payment method is attached to another customer and can't be moved. Create a new payment method for the card.");
    }
    if (method.state().detached().isPresent()) {
      throw ofMethod(
          ErrorCode.PAYMENT_METHOD_UNAVAILABLE,
          "The payment method was detached from its customer and can't be attached again. Create a new payment method for the card.");
    }
    if (method.state().consumedBy().isPresent()) {
      throw ofMethod(
          ErrorCode.PAYMENT_METHOD_CONSUMED,
          "The payment method was already used. Attach it before its first use, or set save_payment_method.");
    }
    if (!method.isChargeable()) {
      throw ofMethod(
          ErrorCode.PAYMENT_METHOD_UNAVAILABLE,
          "The payment method's card number was erased. Create a new payment method for the card.");
    }
  }

  /**
   * Requires an attached method, because an unattached one is not charged again, so there is
   * nothing to update.
   */
  static void requireUpdatable(PaymentMethod method) {
    if (method.isAttached()) {
      return;
    }
    if (method.state().detached().isPresent()) {
      throw ofMethod(
          ErrorCode.PAYMENT_METHOD_UNAVAILABLE,
          "The payment method was detached from its customer and can't be updated. Create a new payment method for the card.");
    }
    if (method.state().consumedBy().isPresent()) {
      throw ofMethod(
          ErrorCode.PAYMENT_METHOD_CONSUMED,
          "The payment method was already used and can't be updated. Create a new payment method for the card.");
    }
    if (!method.isChargeable()) {
      throw ofMethod(
          ErrorCode.PAYMENT_METHOD_UNAVAILABLE,
          "The payment method's card number was erased, so it can't be updated. Create a new payment method for the card.");
    }
  }

  /** Returns the error before anything of the card is stored. */
  static Refusal noConnector() {
    return ofMethod(
        ErrorCode.PAYMENT_METHOD_UNAVAILABLE,
        "The card was not stored. " + Connectors.NO_LIVE_CONNECTOR);
  }

  /** Returns the error for a card number that no connector accepts, which is not stored. */
  static Refusal notTaken() {
    return ofMethod(
        ErrorCode.PAYMENT_METHOD_UNAVAILABLE,
        "The connector of this account doesn't accept card numbers. Payers enter their cards on the provider's page; the card was not stored.");
  }

  static void requireAttached(PaymentMethod method) {
    if (!method.isAttached()) {
      throw ofMethod(
          ErrorCode.PAYMENT_METHOD_UNAVAILABLE,
          "The payment method is not attached to a customer. Nothing was changed.");
    }
  }

  private static Refusal ofMethod(ErrorCode code, String message) {
    return new Problem.BadRequest(code, message).refusal();
  }
}
