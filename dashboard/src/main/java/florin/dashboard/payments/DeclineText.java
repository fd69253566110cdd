package florin.dashboard.payments;

import florin.connector.Outcome;
import florin.connector.ResponseCodes;
import florin.core.Advice;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.core.Retry;
import florin.dashboard.parts.CodeText;
import florin.payment.machine.Failure;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The reason of a failed payment for the merchant, more explicit than for the payer, who may be a
 * thief.
 */
public final class DeclineText {
  /** The failure codes of payments without a decline code. */
  private static final Set<ErrorCode> FAILURES =
      EnumSet.of(
          ErrorCode.CARD_DECLINED,
          ErrorCode.EXPIRED_CARD,
          ErrorCode.INCORRECT_CVC,
          ErrorCode.INVALID_CVC,
          ErrorCode.INCORRECT_NUMBER,
          ErrorCode.INVALID_EXPIRY_MONTH,
          ErrorCode.INVALID_EXPIRY_YEAR,
          ErrorCode.AUTHENTICATION_REQUIRED,
          ErrorCode.AUTHENTICATION_FAILED,
          ErrorCode.PROCESSING_ERROR);

  private DeclineText() {}

  static String of(Failure failure) {
    return failure.declineCode().map(DeclineText::of).orElseGet(() -> of(failure.code()));
  }

  /** Returns the meaning of a network's code: `51: The card has insufficient funds.` */
  static String ofResponse(String code) {
    if (ResponseCodes.isApproval(code)) {
      return code + ": approved";
    }
    Outcome.Declined declined = ResponseCodes.decline(code);
    return code
        + ": "
        + declined.declineCode().map(DeclineText::of).orElseGet(() -> of(declined.code()));
  }

  static String of(Advice advice) {
    return switch (advice) {
      case CONFIRM_CARD_DATA -> "Ask the payer to check the card details and try again.";
      case TRY_AGAIN_LATER -> "The same card may work later.";
      case DO_NOT_TRY_AGAIN -> "Don't charge this card again. The issuer won't approve it.";
    };
  }

  /** Returns whether the card scheme allows another attempt. */
  static String of(Retry retry) {
    if (retry.allowed()) {
      return retry.attemptsLeft() == 1
          ? "Its card scheme allows one more attempt now."
          : "Its card scheme allows %d more attempts now.".formatted(retry.attemptsLeft());
    }
    return retry.notBefore().isPresent()
        ? "Its card scheme allows no further attempt for now, so Florin refuses the card."
        : "Its card scheme forbids further attempts, so Florin refuses the card.";
  }

  private static String of(ErrorCode code) {
    return switch (code) {
      case EXPIRED_CARD -> "The card has expired.";
      case INCORRECT_CVC, INVALID_CVC -> "The security code is wrong.";
      case INCORRECT_NUMBER -> "The card number is invalid.";
      case INVALID_EXPIRY_MONTH, INVALID_EXPIRY_YEAR -> "The expiry date is invalid.";
      case AUTHENTICATION_REQUIRED ->
          "The issuer requires authentication, which was not possible for this payment.";
      case AUTHENTICATION_FAILED -> "The payer failed the issuer's authentication.";
      case PROCESSING_ERROR ->
          "The network couldn't process the payment, or Florin reversed it because its outcome stayed unknown. Nothing was charged.";
      default -> "The card was declined.";
    };
  }

  private static String of(DeclineCode code) {
    return switch (code) {
      case GENERIC_DECLINE -> "The issuer declined the card and gave no reason.";
      case INSUFFICIENT_FUNDS -> "The card has insufficient funds.";
      case LOST_CARD -> "The card was reported lost. Don't tell the payer this reason.";
      case STOLEN_CARD -> "The card was reported stolen. Don't tell the payer this reason.";
      case PICKUP_CARD ->
          "The issuer wants the card withdrawn. It may be lost or stolen. Don't tell the payer this reason.";
      case RESTRICTED_CARD -> "The issuer restricted the card. It may be lost or stolen.";
      case DO_NOT_HONOR -> "The issuer declined the card without a reason.";
      case CALL_ISSUER -> "The issuer declined the card. The cardholder must call the issuer.";
      case CARD_NOT_SUPPORTED -> "The card doesn't support this kind of purchase.";
      case CARD_VELOCITY_EXCEEDED -> "The card is over its spending or usage limit.";
      case WITHDRAWAL_COUNT_LIMIT_EXCEEDED ->
          "The card was used more often than the issuer allows.";
      case CURRENCY_NOT_SUPPORTED -> "The card doesn't support this currency.";
      case FRAUDULENT ->
          "The issuer or the network suspects fraud. Don't tell the payer this reason.";
      case SECURITY_VIOLATION -> "The issuer declined the card for security reasons.";
      case INVALID_ACCOUNT -> "The card, or the account behind it, doesn't exist or is closed.";
      case INVALID_AMOUNT -> "The amount is invalid or over the card's limit.";
      case INCORRECT_PIN -> "The PIN was wrong.";
      case PIN_TRY_EXCEEDED -> "The PIN was entered too many times.";
      case ISSUER_NOT_AVAILABLE -> "The issuer could not be reached.";
      case NO_ACTION_TAKEN -> "The issuer took no action and gave no reason.";
      case REENTER_TRANSACTION -> "The issuer couldn't process the payment and asks to try again.";
      case TRY_AGAIN_LATER -> "The issuer couldn't process the payment at the moment.";
      case SERVICE_NOT_ALLOWED -> "The card does not allow this kind of business.";
      case TRANSACTION_NOT_ALLOWED -> "The card does not allow this kind of transaction.";
      case DUPLICATE_TRANSACTION ->
          "The same amount was just charged to this card. Check whether the payer has already paid.";
      case STOP_PAYMENT_ORDER -> "The cardholder has stopped this payment.";
      case REVOCATION_OF_AUTHORIZATION ->
          "The cardholder revoked the authorization for this payment.";
      case REVOCATION_OF_ALL_AUTHORIZATIONS ->
          "The cardholder revoked the authorization for all payments to you.";
      case NEW_ACCOUNT_INFORMATION_AVAILABLE ->
          "The cardholder has a new card or account. Ask for the new details.";
      case BLOCKED_BY_LIST ->
          "Your block list has the card, or an address of the payer. Don't tell the payer this reason.";
    };
  }

  /** Returns a short text, for lists. */
  public static String brief(Failure failure) {
    return failure.declineCode().map(DeclineText::brief).orElseGet(() -> brief(failure.code()));
  }

  /** Returns the short text of a decline code or a failure code. */
  public static String brief(String code) {
    return Stream.of(DeclineCode.values())
        .filter(known -> known.text().equals(code))
        .findFirst()
        .map(DeclineText::brief)
        .or(() ->
            FAILURES.stream()
                .filter(it -> it.text().equals(code))
                .findFirst()
                .map(DeclineText::brief))
        .orElseGet(() -> CodeText.of(code));
  }

  /** Returns all codes with which a payment can fail. */
  static List<String> codes() {
    return Stream.concat(
            Stream.of(DeclineCode.values()).map(DeclineCode::text),
            FAILURES.stream().map(ErrorCode::text))
        .toList();
  }

  private static String brief(ErrorCode code) {
    return switch (code) {
      case EXPIRED_CARD -> "Card expired";
      case INCORRECT_CVC, INVALID_CVC -> "Wrong security code";
      case INCORRECT_NUMBER -> "Wrong card number";
      case INVALID_EXPIRY_MONTH, INVALID_EXPIRY_YEAR -> "Wrong expiry date";
      case AUTHENTICATION_REQUIRED -> "Authentication required";
      case AUTHENTICATION_FAILED -> "Authentication failed";
      case PROCESSING_ERROR -> "Network error";
      case CARD_DECLINED -> "Declined";
      default -> CodeText.of(code);
    };
  }

  private static String brief(DeclineCode code) {
    return switch (code) {
      case GENERIC_DECLINE -> "Declined, no reason given";
      case INSUFFICIENT_FUNDS -> "Insufficient funds";
      case LOST_CARD -> "Lost card";
      case STOLEN_CARD -> "Stolen card";
      case PICKUP_CARD -> "Pick up card";
      case RESTRICTED_CARD -> "Restricted card";
      case DO_NOT_HONOR -> "Issuer declined";
      case CALL_ISSUER -> "Cardholder must call issuer";
      case CARD_NOT_SUPPORTED -> "Purchase not supported";
      case CARD_VELOCITY_EXCEEDED -> "Over the card's limit";
      case WITHDRAWAL_COUNT_LIMIT_EXCEEDED -> "Used too often";
      case CURRENCY_NOT_SUPPORTED -> "Currency not supported";
      case FRAUDULENT -> "Suspected fraud";
      case SECURITY_VIOLATION -> "Security reason";
      case INVALID_ACCOUNT -> "No such account";
      case INVALID_AMOUNT -> "Amount not allowed";
      case INCORRECT_PIN -> "Wrong PIN";
      case PIN_TRY_EXCEEDED -> "Too many PIN attempts";
      case ISSUER_NOT_AVAILABLE -> "Issuer unreachable";
      case NO_ACTION_TAKEN -> "Issuer took no action";
      case REENTER_TRANSACTION -> "Issuer asks to try again";
      case TRY_AGAIN_LATER -> "Try again later";
      case SERVICE_NOT_ALLOWED -> "Business not allowed";
      case TRANSACTION_NOT_ALLOWED -> "Transaction not allowed";
      case DUPLICATE_TRANSACTION -> "Duplicate charge";
      case STOP_PAYMENT_ORDER -> "Stopped by cardholder";
      case REVOCATION_OF_AUTHORIZATION -> "Permission revoked";
      case REVOCATION_OF_ALL_AUTHORIZATIONS -> "All permissions revoked";
      case NEW_ACCOUNT_INFORMATION_AVAILABLE -> "Card was replaced";
      case BLOCKED_BY_LIST -> "On your block list";
    };
  }
}
