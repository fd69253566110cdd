package florin.bank.statement;

import florin.core.Money;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * One booking on an account.
 *
 * @param ordinal its place in the statement, from 1 on
 * @param bankReference by which the bank names it in every file (`AcctSvcrRef`; in MT940 what
 *     stands behind `//`)
 * @param credit whether money came in. This is the direction on the account: the reversal of a
 *     credit is a debit
 * @param reversal whether it undoes an earlier booking
 * @param booked or only announced; what is announced counts in no balance
 * @param details at least one. An entry for many transfers (a batch) has as many as the file tells
 */
public record StatementEntry(
    int ordinal,
    Optional<String> bankReference,
    boolean credit,
    boolean reversal,
    boolean booked,
    Money amount,
    LocalDate bookingDate,
    Optional<LocalDate> valueDate,
    List<EntryDetail> details) {
  public StatementEntry {
    details = List.copyOf(details);
    if (details.isEmpty()) {
      throw new IllegalArgumentException("an entry has a detail");
    }
  }

  /**
   * What of the entry is this detail's: all of it where there is one, else the detail's own amount
   * where those of all come to the entry's. Empty where the file does not say whose what is.
   */
  public Optional<Money> amountOf(EntryDetail detail) {
    if (details.size() == 1) {
      return Optional.of(amount);
    }
    return addUp() ? detail.amount() : Optional.empty();
  }

  private boolean addUp() {
    long left = amount.minor();
    for (EntryDetail detail : details) {
      if (detail.amount().isEmpty()) {
        return false;
      }
      left -= detail.amount().get().minor();
      if (left < 0) {
        return false;
      }
    }
    return left == 0;
  }
}
