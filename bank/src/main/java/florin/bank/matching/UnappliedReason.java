package florin.bank.matching;

import java.util.Locale;

/** The reason why money is not applied to a payment. */
public enum UnappliedReason {
  /** More arrived than was requested. */
  OVERPAID,
  /** The payment was canceled or had failed before the money arrived. */
  LATE,
  /** The payment had succeeded before the money arrived. */
  PAID_ALREADY,
  NO_REFERENCE,
  /** The transfer names a reference that Florin did not issue. */
  UNKNOWN_REFERENCE,
  /** The transfer names more than one payment. */
  SEVERAL_REFERENCES,
  /** The currency differs from that of the payment that the transfer names. */
  OTHER_CURRENCY,
  /** A notification and the account's statement give it different amounts. */
  AMOUNT_DIFFERS,
  /** Another statement has a similar entry, which may be the same booking. */
  POSSIBLE_DUPLICATE,
  /** A person took the money away from a payout that had it by mistake. */
  UNASSIGNED;

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static UnappliedReason of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
