package florin.connector;

import java.util.Locale;

/** What was asked of a network under a reference. */
public enum OperationKind {
  /** Also one that was gone on with. */
  AUTHORIZE,
  CAPTURE,
  /** Also a reversal. */
  CANCEL,
  REFUND;

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
