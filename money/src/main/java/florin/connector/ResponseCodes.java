package florin.connector;

import static florin.core.Advice.CONFIRM_CARD_DATA;
import static florin.core.Advice.DO_NOT_TRY_AGAIN;
import static florin.core.Advice.TRY_AGAIN_LATER;
import static java.util.Map.entry;

import florin.core.Advice;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The meanings of a network's response codes: ISO 8583:1987, field 39 (an 2), with the codes that
 * Visa and Mastercard added. The advice follows Visa's decline categories (rules on reattempts): 1
 * "issuer will never approve" is `do_not_try_again`, 2 "issuer cannot approve at this time" is
 * `try_again_later`, 3 "data quality" is `confirm_card_data`, 4 "generic" is none. Two codes
 * concern Florin's message and not the card (30 format error, 25 record not found). They become
 * `processing_error`.
 */
public final class ResponseCodes {
  public static final String APPROVED = "00";

  /** The code of a partial approval; see {@link #isApproval}. */
  public static final String PARTIAL_APPROVAL = "10";

  /** The code of an issuer that asks for the payer's authentication. */
  public static final String AUTHENTICATION_REQUIRED = "1A";

  public static final String INVALID_TRANSACTION = "12";
  public static final String INVALID_AMOUNT = "13";
  public static final String RECORD_NOT_FOUND = "25";
  public static final String DUPLICATE_TRANSACTION = "94";

  /** The codes of an approval. 85, "no reason to decline", is the approval of a card check. */
  private static final Set<String> APPROVALS = Set.of(APPROVED, "85");

  /**
   * The codes of a cardholder who has stopped charges without the payer. They concern one mandate,
   * and belong to Visa's category 1.
   */
  private static final Set<String> STOPS = Set.of("R0", "R1", "R3");

  /**
   * Visa's category 1, "issuer will never approve", besides {@link #STOPS}. Source: TabaPay,
   * "Excessive retry rules".
   */
  private static final Set<String> NEVER_APPROVED =
      Set.of("04", "07", "12", "14", "15", "41", "43", "46", "57");

  /**
   * Mastercard's merchant advice codes "do not try again" and "payment cancellation". Source:
   * Checkout.com, "When can I retry a declined transaction".
   */
  private static final Set<String> NEVER_ADVICE = Set.of("03", "21");

  private static final Map<String, Outcome.Declined> DECLINES =
      Map.ofEntries(
          declined("01", DeclineCode.CALL_ISSUER),
          declined("02", DeclineCode.CALL_ISSUER),
          declined("03", DeclineCode.SERVICE_NOT_ALLOWED, TRY_AGAIN_LATER),
          declined("04", DeclineCode.PICKUP_CARD, DO_NOT_TRY_AGAIN),
          declined("05", DeclineCode.DO_NOT_HONOR),
          declined("06", DeclineCode.GENERIC_DECLINE),
          declined("07", DeclineCode.PICKUP_CARD, DO_NOT_TRY_AGAIN),
          declined(PARTIAL_APPROVAL, DeclineCode.INSUFFICIENT_FUNDS, TRY_AGAIN_LATER),
          declined("12", DeclineCode.TRANSACTION_NOT_ALLOWED, DO_NOT_TRY_AGAIN),
          declined("13", DeclineCode.INVALID_AMOUNT),
          failed("14", ErrorCode.INCORRECT_NUMBER, CONFIRM_CARD_DATA),
          declined("15", DeclineCode.INVALID_ACCOUNT, DO_NOT_TRY_AGAIN),
          declined("19", DeclineCode.REENTER_TRANSACTION, TRY_AGAIN_LATER),
          declined("21", DeclineCode.NO_ACTION_TAKEN),
          failed("25", ErrorCode.PROCESSING_ERROR),
          declined("28", DeclineCode.TRY_AGAIN_LATER, TRY_AGAIN_LATER),
          failed("30", ErrorCode.PROCESSING_ERROR),
          declined("39", DeclineCode.INVALID_ACCOUNT, TRY_AGAIN_LATER),
          declined("41", DeclineCode.LOST_CARD, DO_NOT_TRY_AGAIN),
          declined("43", DeclineCode.STOLEN_CARD, DO_NOT_TRY_AGAIN),
          declined("46", DeclineCode.INVALID_ACCOUNT, DO_NOT_TRY_AGAIN),
          declined("51", DeclineCode.INSUFFICIENT_FUNDS, TRY_AGAIN_LATER),
          declined("52", DeclineCode.INVALID_ACCOUNT, TRY_AGAIN_LATER),
          declined("53", DeclineCode.INVALID_ACCOUNT, TRY_AGAIN_LATER),
          failed("54", ErrorCode.EXPIRED_CARD, CONFIRM_CARD_DATA),
          declined("55", DeclineCode.INCORRECT_PIN, CONFIRM_CARD_DATA),
          declined("57", DeclineCode.TRANSACTION_NOT_ALLOWED, DO_NOT_TRY_AGAIN),
          declined("58", DeclineCode.SERVICE_NOT_ALLOWED),
          declined("59", DeclineCode.FRAUDULENT, TRY_AGAIN_LATER),
          declined("61", DeclineCode.CARD_VELOCITY_EXCEEDED, TRY_AGAIN_LATER),
          declined("62", DeclineCode.RESTRICTED_CARD, TRY_AGAIN_LATER),
          declined("63", DeclineCode.SECURITY_VIOLATION),
          declined("65", DeclineCode.WITHDRAWAL_COUNT_LIMIT_EXCEEDED, TRY_AGAIN_LATER),
          declined("70", DeclineCode.INCORRECT_PIN, CONFIRM_CARD_DATA),
          declined("75", DeclineCode.PIN_TRY_EXCEEDED, TRY_AGAIN_LATER),
          declined("78", DeclineCode.RESTRICTED_CARD, TRY_AGAIN_LATER),
          failed("82", ErrorCode.INCORRECT_CVC, CONFIRM_CARD_DATA),
          declined("91", DeclineCode.ISSUER_NOT_AVAILABLE, TRY_AGAIN_LATER),
          declined("92", DeclineCode.ISSUER_NOT_AVAILABLE),
          declined("93", DeclineCode.TRANSACTION_NOT_ALLOWED, TRY_AGAIN_LATER),
          declined("94", DeclineCode.DUPLICATE_TRANSACTION),
          failed("96", ErrorCode.PROCESSING_ERROR, TRY_AGAIN_LATER),
          failed("97", ErrorCode.INCORRECT_CVC, CONFIRM_CARD_DATA),
          failed(AUTHENTICATION_REQUIRED, ErrorCode.AUTHENTICATION_REQUIRED, CONFIRM_CARD_DATA),
          failed("N7", ErrorCode.INCORRECT_CVC, CONFIRM_CARD_DATA),
          declined("R0", DeclineCode.STOP_PAYMENT_ORDER, DO_NOT_TRY_AGAIN),
          declined("R1", DeclineCode.REVOCATION_OF_AUTHORIZATION, DO_NOT_TRY_AGAIN),
          declined("R3", DeclineCode.REVOCATION_OF_ALL_AUTHORIZATIONS, DO_NOT_TRY_AGAIN));

  private ResponseCodes() {}

  /**
   * Returns whether the code approves the requested amount. 10, a partial approval, does not,
   * although the network then holds a part. A connector reports that as {@link Outcome.Approved}
   * with the partial amount. Florin undoes it, and the payer receives the message of 51.
   */
  public static boolean isApproval(String code) {
    return APPROVALS.contains(code);
  }

  /**
   * Returns the decline for a code. An unknown code is still a decline, `generic_decline`, and
   * keeps its code.
   */
  public static Outcome.Declined decline(String code) {
    if (isApproval(code)) {
      throw new IllegalArgumentException(code + " is an approval");
    }
    Outcome.Declined known = DECLINES.get(code);
    return known != null ? known : declined(code, DeclineCode.GENERIC_DECLINE).getValue();
  }

  /** Returns whether Visa forbids every further attempt after a decline with this code. */
  public static boolean isNeverApproved(String code) {
    return NEVER_APPROVED.contains(code) || STOPS.contains(code);
  }

  /** Returns whether the cardholder has stopped charges without the payer. */
  public static boolean isStopped(String code) {
    return STOPS.contains(code);
  }

  /** Returns the advice of a merchant advice code (Mastercard); empty for most codes. */
  public static Optional<Advice> advice(String merchantAdviceCode) {
    return NEVER_ADVICE.contains(merchantAdviceCode)
        ? Optional.of(DO_NOT_TRY_AGAIN)
        : Optional.empty();
  }

  /** Returns all codes of the table that mean a decline. */
  public static Set<String> declines() {
    return DECLINES.keySet();
  }

  private static Map.Entry<String, Outcome.Declined> declined(
      String code, DeclineCode reason, Advice... advice) {
    return row(code, ErrorCode.CARD_DECLINED, Optional.of(reason), advice);
  }

  private static Map.Entry<String, Outcome.Declined> failed(
      String code, ErrorCode error, Advice... advice) {
    return row(code, error, Optional.empty(), advice);
  }

  private static Map.Entry<String, Outcome.Declined> row(
      String code, ErrorCode error, Optional<DeclineCode> reason, Advice... advice) {
    var first = advice.length == 0 ? Optional.<Advice>empty() : Optional.of(advice[0]);
    return entry(code, new Outcome.Declined(error, reason, first, Optional.of(code)));
  }
}
