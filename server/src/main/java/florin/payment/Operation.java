package florin.payment;

import java.util.Locale;

/** What can be asked of the network for a payment. */
public enum Operation {
  AUTHORIZE,
  /** Goes on with an authorisation once the payer has acted. */
  RESUME,
  CAPTURE,
  CANCEL,
  /** Undoes an authorisation whose outcome was never learnt. */
  REVERSE,
  REFUND;

  /** What can be undone by a reversal, when nobody learns what came of it. */
  public boolean isOfAuthorization() {
    return this == AUTHORIZE || this == RESUME;
  }

  /** A cancel and a reversal undo the whole, whatever amount was held. */
  boolean isOfAmount() {
    return this != CANCEL && this != REVERSE;
  }

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Operation of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
