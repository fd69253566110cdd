package florin.bank.matching;

import java.util.Locale;

/** Why money is held beside payments. */
public enum HoldingReason {
  /** More has come than was asked for. */
  OVERPAID,
  /** The payment was canceled, or had failed, before it came. */
  LATE,
  /** The payment had succeeded before it came. */
  PAID_ALREADY,
  NO_REFERENCE,
  /** It names a reference that is none of ours. */
  UNKNOWN_REFERENCE,
  /** It names more than one payment. */
  SEVERAL_REFERENCES,
  /** Another currency than that of the payment that it names. */
  OTHER_CURRENCY,
  /** A notification and the account's statement give it different amounts. */
  AMOUNT_DIFFERS,
  /** Another statement has an entry like it, which may be the same booking. */
  POSSIBLE_DUPLICATE;

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static HoldingReason of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
