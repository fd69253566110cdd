package florin.bank.statement;

import florin.core.Money;
import java.time.LocalDate;
import java.util.Optional;

/**
 * What a statement came to. By then it has been checked: opening and booked entries make the
 * closing balance, and what the bank counted is what was read.
 *
 * @param closing a camt.054 has none
 * @param day of the closing balance
 * @param entries booked or not
 * @param booked empty where there was no entry
 */
public record StatementEnd(
    Optional<Balance> closing, Optional<LocalDate> day, int entries, Optional<Turnover> booked) {
  /** What was booked in, and out. */
  public record Turnover(Money credits, Money debits) {}
}
