package florin.connector.stripe;

import static java.util.Map.entry;

import florin.connector.Outcome;
import florin.connector.ResponseCodes;
import florin.core.Advice;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The mapping of Stripe's errors to Florin's. Sources: Stripe, "Error codes", "Decline codes" and
 * "Network decline codes". An unknown error is still a decline, without a reason.
 */
final class StripeErrors {
  /** The errors of invalid card data, as `code` or `decline_code`. */
  private static final Map<String, ErrorCode> CARD =
      Map.ofEntries(
          entry("expired_card", ErrorCode.EXPIRED_CARD),
          entry("incorrect_cvc", ErrorCode.INCORRECT_CVC),
          entry("invalid_cvc", ErrorCode.INCORRECT_CVC),
          entry("incorrect_number", ErrorCode.INCORRECT_NUMBER),
          entry("invalid_number", ErrorCode.INCORRECT_NUMBER),
          entry("invalid_expiry_month", ErrorCode.INVALID_EXPIRY_MONTH),
          entry("invalid_expiry_year", ErrorCode.INVALID_EXPIRY_YEAR),
          entry("processing_error", ErrorCode.PROCESSING_ERROR),
          entry("authentication_required", ErrorCode.AUTHENTICATION_REQUIRED),
          entry("payment_intent_authentication_failure", ErrorCode.AUTHENTICATION_FAILED),
          entry("setup_intent_authentication_failure", ErrorCode.AUTHENTICATION_FAILED),
          entry("authentication_failure", ErrorCode.AUTHENTICATION_FAILED));

  /** Stripe's decline codes that have another name in Florin. */
  private static final Map<String, DeclineCode> DECLINES =
      Map.ofEntries(
          entry("approve_with_id", DeclineCode.CALL_ISSUER),
          entry("do_not_try_again", DeclineCode.GENERIC_DECLINE),
          entry("highest_risk_level", DeclineCode.FRAUDULENT),
          entry("incorrect_address", DeclineCode.GENERIC_DECLINE),
          entry("incorrect_zip", DeclineCode.GENERIC_DECLINE),
          entry("invalid_pin", DeclineCode.INCORRECT_PIN),
          entry("merchant_blacklist", DeclineCode.FRAUDULENT),
          entry("not_permitted", DeclineCode.TRANSACTION_NOT_ALLOWED),
          entry("offline_pin_required", DeclineCode.INCORRECT_PIN),
          entry("online_or_offline_pin_required", DeclineCode.INCORRECT_PIN));

  private static final Map<String, ErrorCode> PROVIDER =
      Map.ofEntries(
          entry("amount_too_small", ErrorCode.AMOUNT_BELOW_MINIMUM),
          entry("amount_too_large", ErrorCode.AMOUNT_ABOVE_MAXIMUM),
          entry("charge_exceeds_transaction_limit", ErrorCode.AMOUNT_ABOVE_MAXIMUM),
          entry("account_closed", ErrorCode.ACCOUNT_NOT_ACTIVE),
          entry("account_invalid", ErrorCode.ACCOUNT_NOT_ACTIVE),
          entry("capability_not_active", ErrorCode.ACCOUNT_NOT_ACTIVE),
          entry("testmode_charges_only", ErrorCode.ACCOUNT_NOT_ACTIVE));

  /** The values of `failure_reason` of a failed refund. */
  private static final Map<String, Outcome.Declined> REFUNDS =
      Map.of(
          "lost_or_stolen_card", declined(DeclineCode.LOST_CARD),
          "expired_or_canceled_card", of(ErrorCode.EXPIRED_CARD, Optional.empty()),
          "insufficient_funds", Outcome.Declined.byProvider(ErrorCode.PROVIDER_REFUSED));

  private static final Set<DeclineCode> OURS = Set.copyOf(Arrays.asList(DeclineCode.values()));
  private static final Pattern NETWORK_CODE = Pattern.compile("[A-Z0-9]{1,4}");

  private StripeErrors() {}

  /** Returns the outcome of an operation that Stripe rejected with this error. */
  static Outcome.Declined decline(StripeError error) {
    if (error.type().equals("idempotency_error")) {
      return ResponseCodes.decline(ResponseCodes.DUPLICATE_TRANSACTION);
    }
    return error.isOfCard() ? card(error) : Outcome.Declined.byProvider(provider(error));
  }

  /**
   * Returns the outcome of a payment that failed with this error, declined by the issuer or by
   * Stripe.
   */
  static Outcome.Declined failed(StripeError error) {
    return error.isOfCard() || error.declineCode().isPresent() ? card(error) : decline(error);
  }

  static Outcome.Declined refund(Optional<String> failureReason) {
    return failureReason.map(REFUNDS::get).orElseGet(() -> declined(DeclineCode.GENERIC_DECLINE));
  }

  private static Outcome.Declined card(StripeError error) {
    Optional<String> network =
        error.networkCode().filter(code -> NETWORK_CODE.matcher(code).matches());
    Optional<ErrorCode> wrong = wrong(error.code()).or(() -> wrong(error.declineCode()));
    Optional<DeclineCode> why =
        wrong.isPresent()
            ? Optional.empty()
            : Optional.of(
                error
                    .declineCode()
                    .or(error::code)
                    .map(StripeErrors::reason)
                    .orElse(DeclineCode.GENERIC_DECLINE));
    return new Outcome.Declined(
        wrong.orElse(ErrorCode.CARD_DECLINED), why, advice(error, network), network);
  }

  private static Optional<ErrorCode> wrong(Optional<String> code) {
    return code.map(CARD::get);
  }

  private static DeclineCode reason(String code) {
    return OURS.stream()
        .filter(ours -> ours.text().equals(code))
        .findFirst()
        .orElseGet(() -> DECLINES.getOrDefault(code, DeclineCode.GENERIC_DECLINE));
  }

  /** Returns the network's or Stripe's advice, or the one that the network's code implies. */
  private static Optional<Advice> advice(StripeError error, Optional<String> network) {
    return error
        .networkAdvice()
        .flatMap(ResponseCodes::advice)
        .or(() ->
            Arrays.stream(Advice.values())
                .filter(advice -> error.advice().equals(Optional.of(advice.text())))
                .findFirst())
        .or(() ->
            error.declineCode().equals(Optional.of("do_not_try_again"))
                ? Optional.of(Advice.DO_NOT_TRY_AGAIN)
                : Optional.empty())
        .or(() ->
            network
                .filter(ResponseCodes.declines()::contains)
                .flatMap(code -> ResponseCodes.decline(code).advice()));
  }

  private static ErrorCode provider(StripeError error) {
    if (error.parameter().filter(at -> at.matches("(.*\\[)?currency]?")).isPresent()) {
      return ErrorCode.CURRENCY_NOT_ENABLED;
    }
    return error.code().map(PROVIDER::get).orElse(ErrorCode.PROVIDER_REFUSED);
  }

  private static Outcome.Declined declined(DeclineCode why) {
    return of(ErrorCode.CARD_DECLINED, Optional.of(why));
  }

  private static Outcome.Declined of(ErrorCode code, Optional<DeclineCode> why) {
    return new Outcome.Declined(code, why, Optional.empty(), Optional.empty());
  }
}
