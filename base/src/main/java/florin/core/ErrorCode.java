package florin.core;

import java.util.Locale;
import java.util.Optional;

/**
 * All codes of an error body. The package `http` maps them to statuses. The text of a code is its
 * name in lower case.
 */
public enum ErrorCode {
  PARAMETER_MISSING(Type.INVALID_REQUEST_ERROR),
  PARAMETER_UNKNOWN(Type.INVALID_REQUEST_ERROR),
  PARAMETER_INVALID(Type.INVALID_REQUEST_ERROR),
  PARAMETERS_EXCLUSIVE(Type.INVALID_REQUEST_ERROR),
  PARAMETER_NOT_UPDATABLE(Type.INVALID_REQUEST_ERROR),
  INVALID_JSON(Type.INVALID_REQUEST_ERROR),
  RESOURCE_MISSING(Type.INVALID_REQUEST_ERROR),
  CURRENCY_UNSUPPORTED(Type.INVALID_REQUEST_ERROR),
  AMOUNT_TOO_SMALL(Type.INVALID_REQUEST_ERROR),
  AMOUNT_TOO_LARGE(Type.INVALID_REQUEST_ERROR),
  CARD_NUMBER_NOT_ALLOWED(Type.INVALID_REQUEST_ERROR),
  PAYMENT_METHOD_TYPE_UNSUPPORTED(Type.INVALID_REQUEST_ERROR),
  PAYMENT_METHOD_UNAVAILABLE(Type.INVALID_REQUEST_ERROR),
  PAYMENT_METHOD_CONSUMED(Type.INVALID_REQUEST_ERROR),
  PAYMENT_UNEXPECTED_STATE(Type.INVALID_REQUEST_ERROR),
  CUSTOMER_HAS_OPEN_PAYMENTS(Type.INVALID_REQUEST_ERROR),
  REFUND_AMOUNT_EXCEEDS_REMAINING(Type.INVALID_REQUEST_ERROR),
  PAYMENT_ALREADY_REFUNDED(Type.INVALID_REQUEST_ERROR),
  PAYMENT_NOT_REFUNDABLE(Type.INVALID_REQUEST_ERROR),
  BANK_ACCOUNT_REQUIRED(Type.INVALID_REQUEST_ERROR),
  BANK_ACCOUNT_NOT_ALLOWED(Type.INVALID_REQUEST_ERROR),
  REFUND_UNEXPECTED_STATE(Type.INVALID_REQUEST_ERROR),
  CHECKOUT_SESSION_UNEXPECTED_STATE(Type.INVALID_REQUEST_ERROR),
  WEBHOOK_URL_NOT_ALLOWED(Type.INVALID_REQUEST_ERROR),
  WEBHOOK_ENDPOINT_DISABLED(Type.INVALID_REQUEST_ERROR),
  CONNECTOR_NOT_READY(Type.INVALID_REQUEST_ERROR),
  CONNECTOR_LIMIT_REACHED(Type.INVALID_REQUEST_ERROR),
  RECEIVING_ACCOUNT_EXISTS(Type.INVALID_REQUEST_ERROR),
  RECEIVING_ACCOUNT_UNEXPECTED_STATE(Type.INVALID_REQUEST_ERROR),
  RECEIVING_ACCOUNT_LIMIT_REACHED(Type.INVALID_REQUEST_ERROR),
  BANK_STATEMENT_INVALID(Type.INVALID_REQUEST_ERROR),
  UNAPPLIED_FUNDS_UNEXPECTED_STATE(Type.INVALID_REQUEST_ERROR),
  PAYMENT_FILE_EMPTY(Type.INVALID_REQUEST_ERROR),
  PAYMENT_FILE_UNEXPECTED_STATE(Type.INVALID_REQUEST_ERROR),
  VERSION_UNSUPPORTED(Type.INVALID_REQUEST_ERROR),
  BAD_REQUEST(Type.INVALID_REQUEST_ERROR),

  IDEMPOTENCY_KEY_REUSED(Type.IDEMPOTENCY_ERROR),
  IDEMPOTENCY_KEY_INVALID(Type.IDEMPOTENCY_ERROR),
  IDEMPOTENCY_KEY_IN_USE(Type.IDEMPOTENCY_ERROR),

  API_KEY_MISSING(Type.AUTHENTICATION_ERROR),
  API_KEY_MALFORMED(Type.AUTHENTICATION_ERROR),
  API_KEY_UNKNOWN(Type.AUTHENTICATION_ERROR),
  API_KEY_EXPIRED(Type.AUTHENTICATION_ERROR),
  API_KEY_REVOKED(Type.AUTHENTICATION_ERROR),

  CARD_DECLINED(Type.CARD_ERROR),
  EXPIRED_CARD(Type.CARD_ERROR, "card.exp_month"),
  INCORRECT_CVC(Type.CARD_ERROR, "card.cvc"),
  INCORRECT_NUMBER(Type.CARD_ERROR, "card.number"),
  INVALID_CVC(Type.CARD_ERROR, "card.cvc"),
  INVALID_EXPIRY_MONTH(Type.CARD_ERROR, "card.exp_month"),
  INVALID_EXPIRY_YEAR(Type.CARD_ERROR, "card.exp_year"),
  PROCESSING_ERROR(Type.CARD_ERROR),
  AUTHENTICATION_REQUIRED(Type.CARD_ERROR),
  AUTHENTICATION_FAILED(Type.CARD_ERROR),

  /** The amount is below the provider's minimum for the currency. */
  AMOUNT_BELOW_MINIMUM(Type.PROVIDER_ERROR),
  AMOUNT_ABOVE_MAXIMUM(Type.PROVIDER_ERROR),
  CURRENCY_NOT_ENABLED(Type.PROVIDER_ERROR),
  ACCOUNT_NOT_ACTIVE(Type.PROVIDER_ERROR),
  /** The provider rejected the operation for a reason that Florin has no code for. */
  PROVIDER_REFUSED(Type.PROVIDER_ERROR),
  /** The provider created no payment page: it failed, or does not accept the key. */
  PROVIDER_UNAVAILABLE(Type.PROVIDER_ERROR),
  /** A person has captured or canceled the payment at the provider. */
  CHANGED_AT_PROVIDER(Type.PROVIDER_ERROR),

  SECRET_KEY_REQUIRED(Type.PERMISSION_ERROR),
  DASHBOARD_REQUIRED(Type.PERMISSION_ERROR),
  TEST_MODE_ONLY(Type.PERMISSION_ERROR),

  ROUTE_UNKNOWN(Type.INVALID_REQUEST_ERROR),
  METHOD_NOT_ALLOWED(Type.INVALID_REQUEST_ERROR),
  REQUEST_TOO_LARGE(Type.INVALID_REQUEST_ERROR),
  UNSUPPORTED_MEDIA_TYPE(Type.INVALID_REQUEST_ERROR),
  HEADERS_TOO_LARGE(Type.INVALID_REQUEST_ERROR),
  LOCK_TIMEOUT(Type.INVALID_REQUEST_ERROR),

  RATE_LIMIT(Type.RATE_LIMIT_ERROR),

  INTERNAL_ERROR(Type.API_ERROR),
  OVERLOADED(Type.API_ERROR),
  DATABASE_UNAVAILABLE(Type.API_ERROR),
  CONNECTOR_UNAVAILABLE(Type.API_ERROR);

  /** The broad category of an error body, its field `type`. */
  public enum Type {
    INVALID_REQUEST_ERROR,
    IDEMPOTENCY_ERROR,
    AUTHENTICATION_ERROR,
    CARD_ERROR,
    PROVIDER_ERROR,
    PERMISSION_ERROR,
    RATE_LIMIT_ERROR,
    API_ERROR;

    /**
     * Returns whether it describes a payment that failed, and not the request. Its status is 402.
     */
    public boolean isOfPayment() {
      return this == CARD_ERROR || this == PROVIDER_ERROR;
    }

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Type type;
  private final Optional<String> field;
  private final String text = name().toLowerCase(Locale.ROOT);

  ErrorCode(Type type) {
    this.type = type;
    this.field = Optional.empty();
  }

  /**
   * Creates a code that names a field.
   *
   * @param field the field of a payment method that the caller should check
   */
  ErrorCode(Type type, String field) {
    this.type = type;
    this.field = Optional.of(field);
  }

  public Type type() {
    return type;
  }

  /**
   * Returns the field of a payment method that it concerns, for example `card.number`; empty if it
   * concerns none.
   */
  public Optional<String> field() {
    return field;
  }

  public String text() {
    return text;
  }

  public static ErrorCode of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
