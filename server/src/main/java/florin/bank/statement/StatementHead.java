package florin.bank.statement;

import florin.bank.Iban;
import florin.core.Currency;
import java.time.LocalDate;
import java.util.Optional;

/**
 * The head of a statement.
 *
 * @param id identifies the statement among those of its account, even if the bank issues it again.
 *     For camt it is the statement's `Id`, with `/2` for its second page and so on. For MT940 it is
 *     `:28C:` and `:60F:`, because its numbers restart each year
 * @param sequence the bank's sequence number, if any: the electronic one, otherwise the legal one.
 *     It may restart each year
 * @param page the page, if the bank splits a statement; each page is a statement here, with its own
 *     balances
 * @param opening the balance before its first entry; empty for a camt.054
 * @param created the day on which the bank wrote it
 * @param duplicate whether the bank marks it as a repeated statement
 */
public record StatementHead(
    Iban account,
    Optional<Currency> currency,
    String id,
    Optional<Long> sequence,
    Optional<StatementPage> page,
    Optional<Balance> opening,
    Optional<LocalDate> created,
    Optional<StatementSpan> span,
    boolean duplicate) {
  /**
   * A page of a statement.
   *
   * @param number from 1
   * @param last empty if it is known only at the end (MT940)
   */
  public record StatementPage(int number, Optional<Boolean> last) {}

  /** A range of days, both included. */
  public record StatementSpan(LocalDate from, LocalDate to) {}
}
