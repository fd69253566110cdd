package florin.payment.machine;

import florin.connector.Outcome.Declined;
import florin.core.Advice;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.core.Retry;
import florin.instrument.BankTransfer;
import florin.instrument.Card;
import florin.instrument.Hosted;
import florin.instrument.Instrument.InstrumentFault;
import java.util.Optional;

/**
 * The reason why a payment failed.
 *
 * @param code of type `card_error` or `provider_error`; or, for an operation that came too late,
 *     `payment_unexpected_state`, which no payment stores
 * @param declineCode present exactly if the code is `card_declined`
 * @param message for people, and safe to show to the payer
 * @param retry whether the card scheme allows another attempt, in the response to the operation
 *     only. A payment doesn't store it, because it changes with time.
 */
public record Failure(
    ErrorCode code,
    Optional<DeclineCode> declineCode,
    String message,
    Optional<Advice> advice,
    Optional<Retry> retry) {
  /** Creates a failure of which no scheme limits the attempts, or not yet. */
  public Failure(
      ErrorCode code, Optional<DeclineCode> declineCode, String message, Optional<Advice> advice) {
    this(code, declineCode, message, advice, Optional.empty());
  }

  /** Returns whether an entry of the block list stopped the payment. */
  public boolean isBlocked() {
    return declineCode.filter(code -> code == DeclineCode.BLOCKED_BY_LIST).isPresent();
  }

  Failure with(Retry allowed) {
    return new Failure(code, declineCode, message, advice, Optional.of(allowed));
  }

  /**
   * Returns the failure for a decline.
   *
   * @param payment its instrument decides whether the message speaks of a card
   */
  static Failure of(Declined declined, Payment payment) {
    return new Failure(
        declined.code(),
        declined.declineCode(),
        message(declined, means(payment), noun(payment)),
        declined.advice());
  }

  private static String means(Payment payment) {
    return switch (payment.method().instrument()) {
      case Card _ -> "card";
      case BankTransfer _, Hosted _ -> "payment method";
    };
  }

  private static String noun(Payment payment) {
    return payment.isSetup() ? "setup" : "payment";
  }

  /** Returns the failure for invalid card data. */
  public static Failure of(InstrumentFault fault) {
    return new Failure(
        fault.code(), Optional.empty(), fault.message(), Optional.of(Advice.CONFIRM_CARD_DATA));
  }

  /**
   * Returns the failure for a payment that the block list stopped. Its message is that of any
   * decline, because it may be shown to a thief.
   *
   * @param payment its instrument decides whether the message speaks of a card
   */
  public static Failure blocked(Payment payment) {
    return new Failure(
        ErrorCode.CARD_DECLINED,
        Optional.of(DeclineCode.BLOCKED_BY_LIST),
        message(DeclineCode.BLOCKED_BY_LIST, means(payment)),
        Optional.of(Advice.DO_NOT_TRY_AGAIN));
  }

  /**
   * Returns the failure for a network that requires authentication of the payer, if there is no
   * page to send the payer to.
   */
  static Failure authenticationRequired(Payment payment) {
    return new Failure(
        ErrorCode.AUTHENTICATION_REQUIRED,
        Optional.empty(),
        authenticationRequired("card", noun(payment)),
        Optional.empty());
  }

  /** Returns the failure for a charge without the payer, if the issuer asks for the payer. */
  static Failure payerRequired() {
    return new Failure(
        ErrorCode.AUTHENTICATION_REQUIRED,
        Optional.empty(),
        "The issuer asks the payer to confirm this payment. Send the payer to recovery_url; nothing was charged.",
        Optional.empty());
  }

  private static String authenticationRequired(String means, String noun) {
    return "The issuer asks the payer to authenticate this %s. Use another %s."
        .formatted(noun, means);
  }

  /** Returns the failure for an unreachable network, or for an operation that was undone. */
  static Failure processingError(Payment payment) {
    return new Failure(
        ErrorCode.PROCESSING_ERROR,
        Optional.empty(),
        processingError(noun(payment)),
        Optional.of(Advice.TRY_AGAIN_LATER));
  }

  private static String processingError(String noun) {
    return "An error occurred while processing the %s. Try again later; nothing was charged."
        .formatted(noun);
  }

  /**
   * Returns the failure for a provider that created no payment page, or that did not process a
   * charge without the payer.
   */
  static Failure providerUnavailable(Payment payment) {
    return new Failure(
        ErrorCode.PROVIDER_UNAVAILABLE,
        Optional.empty(),
        "The payment provider didn't %s. Create a new %s later; nothing was charged."
            .formatted(
                payment.method().offSession().isPresent()
                    ? "process the charge"
                    : "create a payment page",
                noun(payment)),
        Optional.of(Advice.TRY_AGAIN_LATER));
  }

  /** Returns the failure for a setup whose payment method was detached before the approval. */
  static Failure detached() {
    return new Failure(
        ErrorCode.PROCESSING_ERROR,
        Optional.empty(),
        "The payment method was detached during the setup, so it is not saved. Ask the payer for the card again; nothing was charged.",
        Optional.empty());
  }

  /**
   * Returns the failure for a capture that the network did not receive. The merchant's staff may
   * have captured the payment at the provider, so the message does not say that nothing was
   * charged.
   */
  static Failure notCaptured() {
    return new Failure(
        ErrorCode.PROCESSING_ERROR,
        Optional.empty(),
        "The payment could not be captured. Try again later; Florin captured nothing.",
        Optional.of(Advice.TRY_AGAIN_LATER));
  }

  /**
   * Returns the failure for a network that did not release the authorization or was unreachable.
   */
  static Failure notCanceled(Payment payment) {
    return new Failure(
        ErrorCode.PROCESSING_ERROR,
        Optional.empty(),
        "The %1$s could not be canceled. Try again later; the %1$s has not changed."
            .formatted(noun(payment)),
        Optional.of(Advice.TRY_AGAIN_LATER));
  }

  /**
   * Returns the failure for a payer whose action at the provider can no longer be stopped. A status
   * inquiry finds its outcome.
   */
  static Failure payerWasFaster(Payment payment) {
    return new Failure(
        ErrorCode.PAYMENT_UNEXPECTED_STATE,
        Optional.empty(),
        "The payer has just %s, so the %2$s can no longer be canceled. Retrieve the %2$s in a moment; nothing was canceled."
            .formatted(payment.isSetup() ? "responded" : "paid or responded", noun(payment)),
        Optional.empty());
  }

  /** Returns the failure for a provider's page that stays open until it expires. */
  static Failure pageStaysOpen(Payment payment) {
    return new Failure(
        ErrorCode.PAYMENT_UNEXPECTED_STATE,
        Optional.empty(),
        "The provider can't end its page before the page expires. If the payer doesn't %s by then, the %s is canceled; nothing was changed."
            .formatted(payment.isSetup() ? "respond" : "pay", noun(payment)),
        Optional.empty());
  }

  private static String message(Declined declined, String means, String noun) {
    return switch (declined.code()) {
      case EXPIRED_CARD -> "The card has expired. Use another card.";
      case INCORRECT_CVC -> "The card's security code is incorrect. Check it and try again.";
      case INCORRECT_NUMBER -> "The card number is incorrect. Check it and try again.";
      case AUTHENTICATION_REQUIRED -> authenticationRequired(means, noun);
      case AUTHENTICATION_FAILED ->
          "The payer was not authenticated. Try again or use another %s.".formatted(means);
      case PROCESSING_ERROR -> processingError(noun);
      case AMOUNT_BELOW_MINIMUM ->
          "The amount is below the payment provider's minimum in this currency. Use a larger amount; nothing was charged.";
      case AMOUNT_ABOVE_MAXIMUM ->
          "The amount is above the payment provider's maximum. Use a smaller amount; nothing was charged.";
      case CURRENCY_NOT_ENABLED ->
          "The merchant's account at the payment provider doesn't support this currency. Use another currency; nothing was charged.";
      case ACCOUNT_NOT_ACTIVE ->
          "The merchant's account at the payment provider can't accept payments yet. Activate it at the provider; nothing was charged.";
      case CHANGED_AT_PROVIDER ->
          "This payment was captured or canceled in the provider's dashboard. Retrieve the payment in a moment to see the result; Florin did nothing.";
      case PROVIDER_REFUSED ->
          "The payment provider rejected this %s. The service's log has the reason; nothing was charged."
              .formatted(noun);
      default ->
          declined
              .declineCode()
              .map(code -> message(code, means))
              .orElse("The %s was declined.".formatted(means));
    };
  }

  /**
   * Returns the message for a decline. A code that could warn a thief says only that the card was
   * declined.
   */
  private static String message(DeclineCode code, String means) {
    String words =
        switch (code) {
          case INSUFFICIENT_FUNDS -> "The %1$s has insufficient funds. Use another %1$s.";
          case CARD_VELOCITY_EXCEEDED, WITHDRAWAL_COUNT_LIMIT_EXCEEDED ->
              "The %1$s is over its limit. Try again later or use another %1$s.";
          case CARD_NOT_SUPPORTED, SERVICE_NOT_ALLOWED, TRANSACTION_NOT_ALLOWED ->
              "The %1$s does not allow this kind of purchase. Use another %1$s.";
          case CURRENCY_NOT_SUPPORTED ->
              "The %1$s does not support this currency. Use another %1$s.";
          case ISSUER_NOT_AVAILABLE, TRY_AGAIN_LATER, REENTER_TRANSACTION ->
              "The issuer could not be reached. Try again later.";
          case INVALID_AMOUNT -> "The %1$s does not allow this amount.";
          case DUPLICATE_TRANSACTION ->
              "A payment of the same amount was made with this %1$s a moment ago.";
          case INCORRECT_PIN, PIN_TRY_EXCEEDED -> "The PIN is incorrect or was tried too often.";
          default ->
              "The %1$s was declined. The payer can ask the %1$s's issuer why, or use another %1$s.";
        };
    return words.formatted(means);
  }
}
