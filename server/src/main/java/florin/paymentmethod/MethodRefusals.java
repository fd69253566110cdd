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
            "payment_method names a payment method that does not exist. Was it made in another account or mode?")
        .refusal();
  }

  /** Requires a method that can be charged. */
  static void requireUsable(PaymentMethod method, Optional<CustomerId> customer) {
    if (method.isAttached()) {
      if (customer.isPresent() && !customer.equals(method.customer())) {
        throw ofPayment(
            ErrorCode.PAYMENT_METHOD_UNAVAILABLE,
            "payment_method is attached to another customer. Name that customer, or none, or use another payment method.");
      }
      return;
    }
    if (method.state().detached().isPresent()) {
      throw ofPayment(
          ErrorCode.PAYMENT_METHOD_UNAVAILABLE,
          "payment_method was detached from its customer and cannot be used any more. Ask the payer for the card again.");
    }
    if (method.state().consumedBy().isPresent()) {
      throw ofPayment(
          ErrorCode.PAYMENT_METHOD_CONSUMED,
          "payment_method has been used. One that is not attached to a customer can be used once: attach it before its first use, or give save_payment_method with it.");
    }
    if (!method.isChargeable()) {
      throw ofPayment(
          ErrorCode.PAYMENT_METHOD_UNAVAILABLE,
          "payment_method was never used and its card number has been erased. Ask the payer for the card again.");
    }
  }

  private static Refusal ofPayment(ErrorCode code, String message) {
    return Problem.BadParameters.of(PARAM, code, message).refusal();
  }

  static void requireAttachable(PaymentMethod method) {
    if (method.isAttached()) {
      throw ofMethod(
          ErrorCode.PAYMENT_METHOD_UNAVAILABLE,
          "The payment method is attached to another customer. It cannot be moved: make a new one of the card.");
    }
    if (method.state().detached().isPresent()) {
      throw ofMethod(
          ErrorCode.PAYMENT_METHOD_UNAVAILABLE,
          "The payment method was detached from its customer and cannot be attached again. Make a new one of the card.");
    }
    if (method.state().consumedBy().isPresent()) {
      throw ofMethod(
          ErrorCode.PAYMENT_METHOD_CONSUMED,
          "The payment method has been used. Attach it before its first use, or give save_payment_method with it.");
    }
    if (!method.isChargeable()) {
      throw ofMethod(
          ErrorCode.PAYMENT_METHOD_UNAVAILABLE,
          "The payment method's card number has been erased. Make a new one of the card.");
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
          "The payment method was detached from its customer and cannot be used any more, so it cannot be updated.");
    }
    if (method.state().consumedBy().isPresent()) {
      throw ofMethod(
          ErrorCode.PAYMENT_METHOD_CONSUMED,
          "The payment method has been used and cannot be used again, so it cannot be updated.");
    }
    if (!method.isChargeable()) {
      throw ofMethod(
          ErrorCode.PAYMENT_METHOD_UNAVAILABLE,
          "The payment method's card number has been erased, so it cannot be updated. Make a new one of the card.");
    }
  }

  /** Returns the error before anything of the card is stored. */
  static Refusal noConnector() {
    return ofMethod(
        ErrorCode.PAYMENT_METHOD_UNAVAILABLE,
        "Nothing of the card was stored. " + Connectors.NO_LIVE_CONNECTOR);
  }

  /** Returns the error for a card number that no connector accepts, which is not stored. */
  static Refusal notTaken() {
    return ofMethod(
        ErrorCode.PAYMENT_METHOD_UNAVAILABLE,
        "The connector of this account takes no card numbers, so nothing of the card was stored. Payers give their cards on the provider's page.");
  }

  static void requireAttached(PaymentMethod method) {
    if (!method.isAttached()) {
      throw ofMethod(
          ErrorCode.PAYMENT_METHOD_UNAVAILABLE,
          "The payment method is not attached to a customer, so there is nothing to detach it from.");
    }
  }

  private static Refusal ofMethod(ErrorCode code, String message) {
    return new Problem.BadRequest(code, message).refusal();
  }
}
