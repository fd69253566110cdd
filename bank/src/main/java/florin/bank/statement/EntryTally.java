package florin.bank.statement;

import florin.bank.statement.StatementException.Faults;
import florin.bank.statement.StatementException.Kind;
import florin.bank.statement.StatementReader.StatementSink.StatementEnd.Turnover;
import florin.core.Currency;
import florin.core.Money;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The running totals of a statement, compared with those that the bank states. */
final class EntryTally {
  /** The entries of one direction: their number, and their sum in minor units. */
  private static final class Side {
    int entries;
    int bookedEntries;
    long minor;
    long bookedMinor;
  }

  private final Faults faults;
  private final Side credits = new Side();
  private final Side debits = new Side();
  private @Nullable Currency currency;

  EntryTally(Faults faults) {
    this.faults = faults;
  }

  /** Requires that all bookings of an account have its currency. */
  void expect(Currency found) throws StatementException {
    if (currency != null && !currency.equals(found)) {
      throw faults.fault(
          Kind.SUM,
          "The statement mixes two currencies. Expected the account's currency in balances and entries.");
    }
    currency = found;
  }

  void add(boolean credit, boolean booked, Money amount) throws StatementException {
    expect(amount.currency());
    if (entries() == StatementBounds.MAX_ENTRIES) {
      throw faults.fault(
          Kind.TOO_LARGE,
          "The statement has more than %d entries.".formatted(StatementBounds.MAX_ENTRIES));
    }
    Side side = credit ? credits : debits;
    side.entries++;
    side.minor += amount.minor(); // a million entries of twelve digits fit into a long
    if (booked) {
      side.bookedEntries++;
      side.bookedMinor += amount.minor();
    }
  }

  int entries() {
    return credits.entries + debits.entries;
  }

  Optional<Currency> currency() {
    return Optional.ofNullable(currency);
  }

  Optional<Turnover> booked() throws StatementException {
    if (currency == null || entries() == 0) {
      return Optional.empty();
    }
    if (Math.max(credits.bookedMinor, debits.bookedMinor) > Money.MAX_MINOR) {
      throw faults.fault(
          Kind.TOO_LARGE,
          "The total of the entries exceeds %d smallest units.".formatted(Money.MAX_MINOR));
    }
    return Optional.of(
        new Turnover(
            new Money(credits.bookedMinor, currency), new Money(debits.bookedMinor, currency)));
  }

  void checkBalances(Balance opening, Balance closing) throws StatementException {
    long difference = opening.minor() + credits.bookedMinor - debits.bookedMinor - closing.minor();
    if (difference != 0) {
      throw faults.fault(
          Kind.SUM,
          "The statement does not add up: opening balance and booked entries differ from the closing balance by %d smallest units. Is a part of the file missing? Ask the bank for it again."
              .formatted(Math.abs(difference)));
    }
  }

  /** Checks the number of entries. The bank may count the booked ones, or all that it lists. */
  void checkCount(long expected) throws StatementException {
    if (expected != entries() && expected != credits.bookedEntries + debits.bookedEntries) {
      throw miscounted();
    }
  }

  void checkCount(boolean credit, long expected) throws StatementException {
    Side side = credit ? credits : debits;
    if (expected != side.entries && expected != side.bookedEntries) {
      throw miscounted();
    }
  }

  void checkSum(boolean credit, Money expected) throws StatementException {
    Side side = credit ? credits : debits;
    if (expected.minor() != side.minor && expected.minor() != side.bookedMinor) {
      throw faults.fault(
          Kind.SUM,
          "The statement's total (TxsSummry) differs from the total of its entries, so the file may be incomplete. Ask the bank for it again.");
    }
  }

  private StatementException miscounted() {
    return faults.fault(
        Kind.SUM,
        "The statement's number of entries (TxsSummry) is wrong, so the file may be incomplete. Ask the bank for it again.");
  }
}
