package florin.payment.machine;

import java.util.Locale;

/** Where a payment stands. Which moves there are, {@link PaymentMachine} says. */
public enum Status {
  /** The payer must act: authenticate, most often. */
  REQUIRES_ACTION,
  /** Under way, or its outcome is not known yet. */
  PROCESSING,
  /** Authorised; the money waits to be captured. */
  REQUIRES_CAPTURE,
  SUCCEEDED,
  FAILED,
  CANCELED;

  private final String text = name().toLowerCase(Locale.ROOT);

  public String text() {
    return text;
  }

  /** Nothing moves it any more. */
  public boolean isFinal() {
    return this == SUCCEEDED || this == FAILED || this == CANCELED;
  }

  public static Status of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
