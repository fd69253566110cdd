package florin.payment.machine;

import java.util.Locale;

/** The status of a payment. {@link PaymentMachine} defines the moves. */
public enum Status {
  /** The payer must act, usually to authenticate. */
  REQUIRES_ACTION,
  /** An operation is in flight, or its outcome is not known yet. */
  PROCESSING,
  /** The payment is authorized and waits for its capture. */
  REQUIRES_CAPTURE,
  SUCCEEDED,
  FAILED,
  CANCELED;

  private final String text = name().toLowerCase(Locale.ROOT);

  public String text() {
    return text;
  }

  /** Returns whether no move changes the status. */
  public boolean isFinal() {
    return this == SUCCEEDED || this == FAILED || this == CANCELED;
  }

  public static Status of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
