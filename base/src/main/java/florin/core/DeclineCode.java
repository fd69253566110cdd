package florin.core;

import java.util.Locale;

/**
 * The reason why a card was declined, as a code for merchants' software. It is present only with
 * {@link ErrorCode#CARD_DECLINED}.
 */
public enum DeclineCode {
  GENERIC_DECLINE,
  INSUFFICIENT_FUNDS,
  LOST_CARD,
  STOLEN_CARD,
  PICKUP_CARD,
  RESTRICTED_CARD,
  DO_NOT_HONOR,
  CALL_ISSUER,
  CARD_NOT_SUPPORTED,
  CARD_VELOCITY_EXCEEDED,
  WITHDRAWAL_COUNT_LIMIT_EXCEEDED,
  CURRENCY_NOT_SUPPORTED,
  FRAUDULENT,
  SECURITY_VIOLATION,
  INVALID_ACCOUNT,
  INVALID_AMOUNT,
  INCORRECT_PIN,
  PIN_TRY_EXCEEDED,
  ISSUER_NOT_AVAILABLE,
  NO_ACTION_TAKEN,
  REENTER_TRANSACTION,
  TRY_AGAIN_LATER,
  SERVICE_NOT_ALLOWED,
  TRANSACTION_NOT_ALLOWED,
  DUPLICATE_TRANSACTION,
  STOP_PAYMENT_ORDER,
  REVOCATION_OF_AUTHORIZATION,
  REVOCATION_OF_ALL_AUTHORIZATIONS,
  NEW_ACCOUNT_INFORMATION_AVAILABLE,
  /** An entry of the block list stopped the payment. No network was asked. */
  BLOCKED_BY_LIST;

  private final String text = name().toLowerCase(Locale.ROOT);

  public String text() {
    return text;
  }

  public static DeclineCode of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
