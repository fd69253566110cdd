package florin.books;

import java.util.Locale;

/**
 * The kinds of accounts. An account is a kind and, for most kinds, a connector or a receiving
 * account. Money comes from the receivable, and moves through the others to the bank. So for each
 * currency and connector, captured − refunded = pending + available + reserve + fees + disputes +
 * in transit + bank.
 */
public enum Chart {
  /** The money that payers paid through a connector, as credits, less refunds. */
  RECEIVABLE,
  /** Captured money that the connector has not settled. */
  PENDING,
  /** Settled money that the connector has not paid out. */
  AVAILABLE,
  /** Money that the connector holds back. */
  RESERVE,
  /** Fees that the connector kept. */
  FEES,
  /** Money of disputes that are open. */
  DISPUTES_HELD,
  /** Money of disputes that were lost. */
  DISPUTE_LOSSES,
  /** Payouts that have not arrived at the bank. */
  PAYOUTS_IN_TRANSIT,
  /** Money on a receiving account that Florin has assigned, by receiving account. */
  BANK,
  /** Money that belongs to payers, as credits: more or later than their payments requested. */
  CUSTOMER_CREDIT,
  /** Money that a person must assign, as credits. */
  UNMATCHED_TRANSFERS,
  /** Money that the provider converted, in the currencies before and after. */
  CONVERSION,
  /** Differences that nothing explains. */
  UNEXPLAINED;

  /** Returns the text in SQL and JSON. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Chart of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
