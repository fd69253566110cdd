package florin.connector.mollie;

import static java.util.Map.entry;

import florin.connector.Outcome;
import florin.connector.remote.RemoteObject;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Mollie's error for a request that it rejects. Its text is compared and not stored, because it may
 * quote the request.
 *
 * @param detail in lower case
 * @param field the invalid field, as a path: `amount.currency`
 */
record MollieError(long status, String detail, Optional<String> field) {
  /** A server error that Mollie returns again for the same key. The request was not carried out. */
  static final MollieError KEPT = new MollieError(500, "", Optional.empty());

  private static final Pattern FIELD = Pattern.compile("[A-Za-z0-9_.\\[\\]]{1,100}");

  /** The failures of card payments for which Florin has a code of its own. */
  private static final Map<String, ErrorCode> CARD =
      Map.ofEntries(
          entry("authentication_abandoned", ErrorCode.AUTHENTICATION_FAILED),
          entry("authentication_failed", ErrorCode.AUTHENTICATION_FAILED),
          entry("authentication_required", ErrorCode.AUTHENTICATION_REQUIRED),
          entry("authentication_unavailable_acs", ErrorCode.AUTHENTICATION_FAILED),
          entry("card_expired", ErrorCode.EXPIRED_CARD),
          entry("invalid_card_number", ErrorCode.INCORRECT_NUMBER),
          entry("invalid_cvv", ErrorCode.INCORRECT_CVC));

  private static final Map<String, DeclineCode> DECLINES =
      Map.of(
          "inactive_card", DeclineCode.INVALID_ACCOUNT,
          "insufficient_funds", DeclineCode.INSUFFICIENT_FUNDS,
          "invalid_card_type", DeclineCode.TRANSACTION_NOT_ALLOWED,
          "possible_fraud", DeclineCode.FRAUDULENT,
          "refused_by_issuer", DeclineCode.DO_NOT_HONOR);

  static MollieError of(RemoteObject error) {
    return new MollieError(
        error.number("status").orElse(0),
        error.text("detail").orElse("").toLowerCase(Locale.ROOT),
        error.text("field").filter(it -> FIELD.matcher(it).matches()));
  }

  boolean isDuplicate() {
    return status == 409 && detail.contains("duplicate refund");
  }

  /** Returns the outcome of an operation that Mollie rejected with this error. */
  Outcome.Declined decline() {
    String at = field.orElse("");
    ErrorCode code =
        at.equals("amount.currency")
            ? ErrorCode.CURRENCY_NOT_ENABLED
            : !at.startsWith("amount")
                ? ErrorCode.PROVIDER_REFUSED
                : detail.contains("minimum")
                    ? ErrorCode.AMOUNT_BELOW_MINIMUM
                    : detail.contains("maximum")
                        ? ErrorCode.AMOUNT_ABOVE_MAXIMUM
                        : ErrorCode.PROVIDER_REFUSED;
    return Outcome.Declined.byProvider(code);
  }

  /**
   * Returns the outcome of a payment that failed.
   *
   * @param reason the `failureReason` of a card payment
   */
  static Outcome.Declined failed(Optional<String> reason) {
    return reason
        .map(MollieError::failed)
        .orElseGet(() -> Outcome.Declined.byProvider(ErrorCode.PROVIDER_REFUSED));
  }

  private static Outcome.Declined failed(String reason) {
    ErrorCode code = CARD.getOrDefault(reason, ErrorCode.CARD_DECLINED);
    return new Outcome.Declined(
        code,
        code == ErrorCode.CARD_DECLINED
            ? Optional.of(DECLINES.getOrDefault(reason, DeclineCode.GENERIC_DECLINE))
            : Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Returns text for the log: the field's name, without values. */
  @Override
  public String toString() {
    return "status " + status + field.map(it -> " at " + it).orElse("");
  }
}
