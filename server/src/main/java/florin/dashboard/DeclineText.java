package florin.dashboard;

import florin.connector.Outcome;
import florin.connector.ResponseCodes;
import florin.core.Advice;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.payment.machine.Failure;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The reason of a failed payment for the merchant, more explicit than for the payer, who may be a
 * thief.
 */
final class DeclineText {
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

  /**
   * Returns the meaning of a network's code: `51: There is not enough money on the card's account.`
   */
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
      case CONFIRM_CARD_DATA -> "Ask the payer to check the card's data and to try again.";
      case TRY_AGAIN_LATER -> "The same card may work at a later time.";
      case DO_NOT_TRY_AGAIN -> "Do not charge this card again: the issuer will not approve it.";
    };
  }

  private static String of(ErrorCode code) {
    return switch (code) {
      case EXPIRED_CARD -> "The card has expired.";
      case INCORRECT_CVC, INVALID_CVC -> "The security code is not the card's.";
      case INCORRECT_NUMBER -> "There is no such card number.";
      case INVALID_EXPIRY_MONTH, INVALID_EXPIRY_YEAR -> "The expiry date cannot be right.";
      case AUTHENTICATION_REQUIRED ->
          "The issuer wants the payer to authenticate, which was not possible here.";
      case AUTHENTICATION_FAILED -> "The payer did not pass the issuer's authentication.";
      case PROCESSING_ERROR ->
          "The network could not process the payment, or its outcome was never learnt and it was undone. Nothing was charged.";
      default -> "The card was declined.";
    };
  }

  private static String of(DeclineCode code) {
    return switch (code) {
      case GENERIC_DECLINE -> "The issuer declined the card and gave no reason.";
      case INSUFFICIENT_FUNDS -> "There is not enough money on the card's account.";
      case LOST_CARD -> "The card was reported lost. Do not tell the payer this reason.";
      case STOLEN_CARD -> "The card was reported stolen. Do not tell the payer this reason.";
      case PICKUP_CARD ->
          "The issuer wants the card withdrawn; it may be lost or stolen. Do not tell the payer this reason.";
      case RESTRICTED_CARD -> "The issuer has restricted the card; it may be lost or stolen.";
      case DO_NOT_HONOR -> "The issuer declined the card without a reason.";
      case CALL_ISSUER -> "The issuer declined and wants the cardholder to call.";
      case CARD_NOT_SUPPORTED -> "The card does not support this kind of purchase.";
      case CARD_VELOCITY_EXCEEDED -> "The card is over its limit of money or of payments.";
      case WITHDRAWAL_COUNT_LIMIT_EXCEEDED ->
          "The card was used more often than its issuer allows.";
      case CURRENCY_NOT_SUPPORTED -> "The card does not support this currency.";
      case FRAUDULENT ->
          "The issuer or the network suspects fraud. Do not tell the payer this reason.";
      case SECURITY_VIOLATION -> "The issuer declined for a reason of security.";
      case INVALID_ACCOUNT -> "The card, or the account behind it, does not exist or is closed.";
      case INVALID_AMOUNT -> "The amount is not allowed, or is over what the card allows.";
      case INCORRECT_PIN -> "The PIN was wrong.";
      case PIN_TRY_EXCEEDED -> "The PIN was tried too often.";
      case ISSUER_NOT_AVAILABLE -> "The issuer could not be reached.";
      case NO_ACTION_TAKEN -> "The issuer did nothing, and gave no reason.";
      case REENTER_TRANSACTION -> "The issuer could not process it, and asks to try again.";
      case TRY_AGAIN_LATER -> "The issuer could not process it at this moment.";
      case SERVICE_NOT_ALLOWED -> "The card does not allow this kind of business.";
      case TRANSACTION_NOT_ALLOWED -> "The card does not allow this kind of transaction.";
      case DUPLICATE_TRANSACTION ->
          "The same amount was charged to this card a moment ago. Look whether it was paid already.";
      case STOP_PAYMENT_ORDER -> "The cardholder has stopped this payment.";
      case REVOCATION_OF_AUTHORIZATION -> "The cardholder has revoked the permission for it.";
      case REVOCATION_OF_ALL_AUTHORIZATIONS ->
          "The cardholder has revoked the permission for all payments to you.";
      case NEW_ACCOUNT_INFORMATION_AVAILABLE ->
          "The cardholder has a new card or account. Ask for its data.";
    };
  }

  /** Returns a short text, for lists. */
  static String brief(Failure failure) {
    return failure.declineCode().map(DeclineText::brief).orElseGet(() -> brief(failure.code()));
  }

  /** Returns the short text of a decline code or a failure code. */
  static String brief(String code) {
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
      case PICKUP_CARD -> "Card to be withdrawn";
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
      case PIN_TRY_EXCEEDED -> "PIN tried too often";
      case ISSUER_NOT_AVAILABLE -> "Issuer not reached";
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
    };
  }
}
