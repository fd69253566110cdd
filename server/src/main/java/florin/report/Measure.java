package florin.report;

import java.util.Locale;

/** What is counted and added up, in UTC: of payments, each at the moment of its event. */
public enum Measure {
  /**
   * A payment has succeeded: its money is taken. The amount is what was captured. A payment with
   * manual capture counts when it is captured, not when it is authorised. The code is the capture
   * method.
   */
  SUCCEEDED,
  /**
   * A payment has failed, by whatever cause, card checks included. The amount is what was asked
   * for. The code is the decline code where there is one, and else the failure code.
   */
  FAILED,
  /** A payment was canceled, by whomever, or has expired. The amount is what was asked for. */
  CANCELED,
  /**
   * A refund has succeeded. It counts where it was asked for, which does not move: there it can be
   * taken off again, and a sum over the refunds themselves comes to the same. The amount is the
   * refund's.
   */
  REFUNDED,
  /**
   * The network has taken back a refund that had succeeded: the money is the merchant's again. It
   * counts where the refund does, so that the difference is what stands of that hour or day.
   */
  REFUND_RETURNED;

  static Measure of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
