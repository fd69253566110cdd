package florin.bench.books;

import florin.books.LedgerExport;
import florin.books.LedgerExport.ExportFormat;
import florin.core.Realm;
import florin.db.Db;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The balances of an export, added up here from its lines.
 *
 * @param sums debits less credits, by account and currency, for example `Assets:Pending:Simulator
 *     EUR`; accounts without money are left out
 */
record Exported(SortedMap<String, BigDecimal> sums) {
  private static final int CURRENCY = 4;
  private static final int AMOUNT = 5;
  private static final int DEBIT = 6;
  private static final int CREDIT = 7;

  static List<String> lines(Db db, Realm realm, ExportFormat format) {
    var lines = new ArrayList<String>();
    new LedgerExport(db).write(realm, format, lines::add);
    return lines;
  }

  /**
   * Adds up the lines of an export as CSV. Money that a provider has announced for a later day is
   * left out.
   */
  static Exported of(List<String> csv, LocalDate today) {
    var sums = new TreeMap<String, BigDecimal>();
    for (String line : csv.subList(1, csv.size())) {
      String[] cells = line.split(",");
      if (LocalDate.parse(cells[0]).isAfter(today)) {
        continue;
      }
      var amount = new BigDecimal(cells[AMOUNT]);
      sums.merge(cells[DEBIT] + " " + cells[CURRENCY], amount, BigDecimal::add);
      sums.merge(cells[CREDIT] + " " + cells[CURRENCY], amount.negate(), BigDecimal::add);
    }
    sums.values().removeIf(sum -> sum.signum() == 0);
    return new Exported(sums);
  }

  /** Returns the balance of an account with two decimals, in the smallest unit. */
  long cents(String account, String currency) {
    return sums.getOrDefault(account + " " + currency, BigDecimal.ZERO)
        .movePointRight(2)
        .longValueExact();
  }

  /** Returns the sum of the accounts whose names begin with a text, in the smallest unit. */
  long centsOfAll(String prefix, String currency) {
    return sums.keySet().stream()
        .filter(name -> name.startsWith(prefix) && name.endsWith(" " + currency))
        .mapToLong(name -> cents(name.substring(0, name.indexOf(' ')), currency))
        .sum();
  }

  /** Returns the name of a connector in an export. */
  static String party(String connector) {
    String dashed = connector.replace('_', '-');
    return dashed.substring(0, 1).toUpperCase(Locale.ROOT) + dashed.substring(1);
  }
}
