package florin.connector;

import java.util.Locale;

/** The kind of operation at a network. All except the first are follow-ups of an authorization. */
public enum OperationKind {
  /** Authorizes an amount, also by resuming after the payer's action. */
  AUTHORIZE,

  /**
   * Captures all or part of a manual authorization. There is only one capture; it releases the
   * rest.
   */
  CAPTURE,

  /**
   * Undoes the whole authorization: a void, or the reversal of a sale that was captured
   * automatically. {@link Outcome.Approved} acknowledges that the authorization holds nothing. That
   * is also the outcome for an unknown reference, a declined authorization, and one that was
   * already reversed. A request that arrives later under such a reference is rejected. If it was
   * already in flight, a later {@link Connector#inquire} may find it approved. It can then be
   * canceled again, under a new reference.
   */
  CANCEL,

  /** Refunds all or part of the captured amount. */
  REFUND;

  private final String text = name().toLowerCase(Locale.ROOT);

  public String text() {
    return text;
  }
}
