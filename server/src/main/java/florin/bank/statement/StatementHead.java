package florin.bank.statement;

import florin.bank.Iban;
import florin.core.Currency;
import java.time.LocalDate;
import java.util.Optional;

/**
 * What a statement says before its entries.
 *
 * @param id the same whenever the bank gives out the same statement, another for every other one of
 *     this account. Of camt the statement's `Id`, and of its second page on `Id/2`; of MT940
 *     `:28C:` and `:60F:`, since its numbers begin anew each year
 * @param sequence its number in the bank's count, where that counts: electronic, else legal. It may
 *     begin anew each year
 * @param page where the bank gives a statement in parts; each is a statement of its own here, with
 *     balances of its own
 * @param opening before its first entry. A camt.054 has none
 * @param created the day on which the bank wrote it
 * @param duplicate whether the bank says that it gives this statement again
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
   * @param number from 1 on
   * @param last empty where that is learnt at its end only (MT940)
   */
  public record StatementPage(int number, Optional<Boolean> last) {}

  /** Both days are within it. */
  public record StatementSpan(LocalDate from, LocalDate to) {}
}
