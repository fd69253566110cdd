package florin.bank.intake;

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
 * What a bank says that it has booked in an account, from one balance to the next.
 *
 * @param bankReference its name at the bank, another for every other statement of the account
 * @param number in the bank's count, which may begin anew each year
 * @param balances empty for a notification, which has none
 * @param gap whether a statement is missing before it: it begins with another balance than the one
 *     before it ends with
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

  /** Below zero where the holder owed it. */
  public record Balances(long opening, long closing) {}

  /**
   * What was booked in it.
   *
   * @param entries transactions, the duplicates among them
   * @param duplicates that another statement had brought before
   */
  public record Bookings(int entries, int duplicates, long credits, long debits) {}

  /** Whether anybody may see it. */
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

  /** Whether another one of the same name says the same. */
  boolean saysTheSameAs(BankStatement other) {
    return currency.equals(other.currency)
        && balances.equals(other.balances)
        && turnover.entries == other.turnover.entries
        && turnover.credits == other.turnover.credits
        && turnover.debits == other.turnover.debits;
  }
}
