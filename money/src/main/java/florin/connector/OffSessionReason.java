package florin.connector;

import java.util.Locale;

/**
 * The reason why a merchant charges a saved payment method while the payer is absent, as card
 * schemes distinguish it (a merchant-initiated transaction).
 */
public enum OffSessionReason {
  /** An amount at regular intervals, for example a subscription. */
  RECURRING,
  /** A charge without a fixed date, for example a top-up. */
  UNSCHEDULED,
  /** A part of one purchase that is paid over time. */
  INSTALLMENT;

  private final String text = name().toLowerCase(Locale.ROOT);

  public String text() {
    return text;
  }

  public static OffSessionReason of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
