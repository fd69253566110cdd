package florin.bank.imports;

import florin.bank.statement.StatementFormat;
import florin.core.Currency;
import florin.core.Id.BankFileId;
import florin.core.Id.BankStatementId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Realm;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The bookings that a bank reports for an account, from one balance to the next.
 *
 * @param bankReference the bank's reference, unique among the account's statements
 * @param number the bank's sequence number, which may restart each year
 * @param balances empty for a notification, which has none
 * @param gap whether a statement is missing before it: its opening balance is not the closing
 *     balance of the one before
 * @param overlap whether it repeats entries of another statement
 */
public record BankStatement(
    Realm realm,
    BankStatementId id,
    BankFileId file,
    ReceivingAccountId account,
    Status status,
    StatementFormat format,
    String bankReference,
    OptionalLong number,
    Currency currency,
    Optional<Balances> balances,
    LocalDate statedOn,
    Bookings turnover,
    boolean gap,
    boolean overlap,
    Instant created) {

  /** The balances in minor units, below zero if the account is overdrawn. */
  public record Balances(long opening, long closing) {}

  /**
   * The totals of a statement.
   *
   * @param entries the number of transactions, including duplicates
   * @param duplicates the transactions that another statement already had
   */
  public record Bookings(int entries, int duplicates, long credits, long debits) {}

  /** Whether the statement is visible. */
  public enum Status {
    STAGED,
    BOOKED;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Status of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  /** Returns whether another statement with the same bank reference has the same content. */
  boolean saysTheSameAs(BankStatement other) {
    return currency.equals(other.currency)
        && balances.equals(other.balances)
        && turnover.entries == other.turnover.entries
        && turnover.credits == other.turnover.credits
        && turnover.debits == other.turnover.debits;
  }
}
