package florin.books;

import florin.core.Currency;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** The movements of all accounts in a month. */
public record MonthReport(Period period, List<AccountMonth> accounts) {
  public MonthReport {
    accounts = List.copyOf(accounts);
  }

  /**
   * A month in the reporting time zone.
   *
   * @param from the end of the month before it, which may have been in another time zone
   * @param closed the time since which the reports stay as they are; empty for an open month
   * @param isComplete whether the month is closed, or the ledger has all events until two hours
   *     after its end, and the reports of all enabled connectors were read until its end
   */
  public record Period(
      YearMonth month,
      ZoneId zone,
      Instant from,
      Instant until,
      Optional<Instant> closed,
      boolean isComplete) {}

  /** An account: a kind and, for most kinds, a connector or a receiving account. */
  record Account(Currency currency, Chart role, String party) {}

  /**
   * The movements of an account in a month, in minor units.
   *
   * @param party the connector or the receiving account; empty for roles with one account
   * @param opening debits less credits before the month, as the report before shows them
   * @param adjustment debits less credits of closed months, which came after their closing
   */
  public record AccountMonth(
      Currency currency,
      Chart role,
      String party,
      long opening,
      long adjustment,
      long debits,
      long credits) {
    /** Returns debits less credits at the end of the month. */
    public long closing() {
      return opening + adjustment + debits - credits;
    }

    Account account() {
      return new Account(currency, role, party);
    }
  }

  /** The refunds of a month that succeeded, and those that came back, in minor units. */
  public record RefundSums(long succeeded, long failed) {
    public static final RefundSums NONE = new RefundSums(0, 0);
  }
}
