package florin.report;

import java.util.Locale;

/** The measures of totals, in UTC: for payments, at the time of the event. */
public enum Measure {
  /**
   * A payment succeeded: its money was captured. The amount is the captured one. A payment with
   * manual capture counts when it is captured, not when it is authorized. The code is the capture
   * method.
   */
  SUCCEEDED,
  /**
   * A payment failed for any reason, including card checks. The amount is the requested one. The
   * code is the decline code, otherwise the failure code.
   */
  FAILED,
  /** A payment was canceled by anyone, or expired. The amount is the requested one. */
  CANCELED,
  /**
   * A refund succeeded. It counts at the time of its request, which never changes. So it can be
   * subtracted again, and a sum over the refunds gives the same result. The amount is the refund's.
   */
  REFUNDED,
  /**
   * The network reversed a refund that had succeeded: the money is the merchant's again. It counts
   * at the time of the refund, so the difference is the final result of that hour or day.
   */
  REFUND_RETURNED;

  static Measure of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
