package florin.connector;

import florin.core.Currency;
import florin.core.Id.AttemptId;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The result of reading what a provider reports about the money that it holds. */
public sealed interface SettlementListing {
  /** The most lines, payouts and disputes on a page. */
  int MAX_LINES = 1_000;

  /** The most characters of a cursor. */
  int MAX_CURSOR = 4_096;

  /**
   * A page. Lines and payouts may be reported again, so a connector may read a few again.
   *
   * @param disputed attempts of payments that have a dispute, which may have moved no money
   * @param cursor where the next read continues, also after the last page
   * @param hasMore whether the next page can be read immediately
   */
  record Page(
      List<SettlementLine> lines,
      List<ReportedPayout> payouts,
      List<AttemptId> disputed,
      String cursor,
      boolean hasMore)
      implements SettlementListing {
    public Page {
      lines = List.copyOf(lines);
      payouts = List.copyOf(payouts);
      disputed = List.copyOf(disputed);
      if (lines.size() > MAX_LINES || payouts.size() > MAX_LINES || disputed.size() > MAX_LINES) {
        throw new IllegalArgumentException("a page holds " + MAX_LINES + " lines at most");
      }
      if (cursor.length() > MAX_CURSOR) {
        throw new IllegalArgumentException("the cursor is too long");
      }
    }

    /** Creates a page without disputes. */
    public Page(
        List<SettlementLine> lines, List<ReportedPayout> payouts, String cursor, boolean hasMore) {
      this(lines, payouts, List.of(), cursor, hasMore);
    }
  }

  /** The network reports no settlements. */
  record Unsupported() implements SettlementListing {}

  /**
   * The provider did not respond, or its response could not be read. The caller may ask again.
   *
   * @param detail what happened and what to do, for the operator
   */
  record Unanswered(String detail) implements SettlementListing {}

  /**
   * A payout to the merchant's bank.
   *
   * @param reference the provider's id
   * @param amount in minor units; negative if the provider collects money from the bank
   * @param arrivesOn the day on which the provider expects it at the bank
   * @param bankReference the text of the bank entry; empty if the provider reports none
   * @param failure why it failed, in the provider's words
   * @param hasAllLines whether this page and those before have all lines that it is made of
   */
  record ReportedPayout(
      String reference,
      Status status,
      Currency currency,
      long amount,
      LocalDate arrivesOn,
      Optional<String> bankReference,
      Optional<String> failure,
      boolean hasAllLines) {
    private static final int MAX_BANK_REFERENCE = 255;
    private static final int MAX_FAILURE = 1_024;

    public ReportedPayout {
      if (!SettlementLine.isReference(reference)) {
        throw new IllegalArgumentException("the reference of a payout is too long, or empty");
      }
      SettlementLine.requireAmount(amount);
      bankReference = bankReference.map(text -> SettlementLine.cut(text, MAX_BANK_REFERENCE));
      failure = failure.map(text -> SettlementLine.cut(text, MAX_FAILURE));
    }

    /** The states that a provider knows. It does not know whether the money has arrived. */
    public enum Status {
      /** The provider has not sent it yet. */
      EXPECTED,
      IN_TRANSIT,
      FAILED;

      /** Returns the text in SQL. */
      public String text() {
        return name().toLowerCase(Locale.ROOT);
      }
    }
  }
}
