package florin.bench.books;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Money by day (UTC). Money that a place has received is positive, so the cells of a currency add
 * up to zero: what was captured, less all that was taken or held, is at the bank.
 */
final class DayBook {
  private final List<Entry> entries = new ArrayList<>();

  /** The rows of the claim. */
  enum Row {
    CAPTURED,
    REFUNDED,
    /** Held in disputes, and lost in them. */
    DISPUTES,
    FEES,
    RESERVE,
    IN_TRANSIT,
    /** Pending, available, and on its way from one currency to another. */
    AT_PROVIDER,
    UNEXPLAINED,
    CUSTOMER_CREDIT,
    UNMATCHED,
    BANK;

    /** Returns the row of an account in the export. */
    static Row of(String account, String type) {
      String kind = account.replaceAll("^([^:]+:[^:]+).*", "$1");
      return switch (kind) {
        case "Income:Payments" -> type.startsWith("refund") ? REFUNDED : CAPTURED;
        case "Assets:Disputes-Held", "Expenses:Dispute-Losses" -> DISPUTES;
        case "Expenses:Fees" -> FEES;
        case "Assets:Reserve" -> RESERVE;
        case "Assets:Payouts-In-Transit" -> IN_TRANSIT;
        case "Assets:Pending", "Assets:Available", "Equity:Conversion" -> AT_PROVIDER;
        case "Equity:Unexplained" -> UNEXPLAINED;
        case "Liabilities:Customer-Credit" -> CUSTOMER_CREDIT;
        case "Liabilities:Unmatched-Transfers" -> UNMATCHED;
        case "Assets:Bank" -> BANK;
        default -> throw new IllegalArgumentException("the export has an account " + account);
      };
    }
  }

  /**
   * A place of money.
   *
   * @param party the connector; empty for the bank and what payers transferred to it
   */
  record Cell(Row row, String party, String currency) implements Comparable<Cell> {
    @Override
    public int compareTo(Cell other) {
      return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
      return currency + " " + row + (party.isEmpty() ? "" : " of " + party);
    }
  }

  private record Entry(LocalDate day, Cell cell, long amount) {}

  /** Reads the lines of an export as CSV. */
  static DayBook of(List<Exported.Line> lines) {
    var book = new DayBook();
    for (Exported.Line line : lines) {
      book.add(line.day(), line, line.debit(), line.amount());
      book.add(line.day(), line, line.credit(), line.amount().negate());
    }
    return book;
  }

  private void add(LocalDate day, Exported.Line line, String account, BigDecimal amount) {
    Row row = Row.of(account, line.type());
    String party = row == Row.BANK ? "" : account.replaceAll("^[^:]+:[^:]+:?", "");
    var cell = new Cell(row, party, line.currency());
    entries.add(new Entry(day, cell, amount.movePointRight(2).longValueExact()));
  }

  void add(Instant at, Row row, String party, String currency, long amount) {
    entries.add(new Entry(day(at), new Cell(row, party, currency), amount));
  }

  static LocalDate day(Instant at) {
    return LocalDate.ofInstant(at, ZoneOffset.UTC);
  }

  /** Adds all entries of another book. */
  void addAll(DayBook other) {
    entries.addAll(other.entries);
  }

  /** Returns what is in each place at the end of a day, except zero. */
  SortedMap<Cell, Long> until(LocalDate day) {
    var sums = new TreeMap<Cell, Long>();
    entries.stream()
        .filter(entry -> !entry.day().isAfter(day))
        .forEach(entry -> sums.merge(entry.cell(), entry.amount(), Long::sum));
    sums.values().removeIf(sum -> sum == 0);
    return sums;
  }

  /** Returns what is in a row at the end of a day, in one currency. */
  long until(LocalDate day, Row row, String currency) {
    return until(day).entrySet().stream()
        .filter(one -> one.getKey().row() == row && one.getKey().currency().equals(currency))
        .mapToLong(one -> one.getValue())
        .sum();
  }
}
