package florin.bank.statement;

import florin.core.Money;
import java.time.LocalDate;
import java.util.Optional;

/**
 * The totals of a statement, already checked: the opening balance and the booked entries give the
 * closing balance, and the bank's counts match.
 *
 * @param closing empty for a camt.054
 * @param day the day of the closing balance
 * @param entries the number of entries, booked or not
 * @param booked empty if there was no entry
 */
public record StatementEnd(
    Optional<Balance> closing, Optional<LocalDate> day, int entries, Optional<Turnover> booked) {
  /** The booked credits and debits. */
  public record Turnover(Money credits, Money debits) {}
}
