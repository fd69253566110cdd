package florin.connector;

import java.util.Locale;

/** What was asked of a network under a reference. All but the first are follow-ups. */
public enum OperationKind {
  /** Also one that was gone on with. */
  AUTHORIZE,

  /**
   * Takes the amount, or a part of it, of a manual authorisation. Once only: what is not taken is
   * released.
   */
  CAPTURE,

  /**
   * Undoes the authorisation named, whole: a void, or the reversal of a sale that was captured
   * automatically. {@link Outcome.Approved} is the acknowledgement that it holds nothing. Of a
   * reference that the network does not know, of a declined one and of one that was reversed
   * before, it is acknowledged too; a request that still arrives under such a reference is refused,
   * or, where it was already on its way, is found by a later {@link Connector#inquire} as approved
   * and can be cancelled again, under a new reference.
   */
  CANCEL,

  /** Gives back a part of what was captured, or all of it. */
  REFUND;

  private final String text = name().toLowerCase(Locale.ROOT);

  public String text() {
    return text;
  }
}
