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
  private static final int TYPE = 2;
  private static final int CURRENCY = 4;
  private static final int AMOUNT = 5;
  private static final int DEBIT = 6;
  private static final int CREDIT = 7;

  /** A line of an export as CSV. */
  record Line(
      LocalDate day, String type, String currency, BigDecimal amount, String debit, String credit) {
    private static Line of(String csv) {
      String[] cells = csv.split(",");
      return new Line(
          LocalDate.parse(cells[0]),
          cells[TYPE],
          cells[CURRENCY],
          new BigDecimal(cells[AMOUNT]),
          cells[DEBIT],
          cells[CREDIT]);
    }
  }

  static List<String> lines(Db db, Realm realm, ExportFormat format) {
    var lines = new ArrayList<String>();
    new LedgerExport(db).write(realm, format, lines::add);
    return lines;
  }

  /** Returns the lines of the export as CSV. */
  static List<Line> csv(Db db, Realm realm) {
    return lines(db, realm, ExportFormat.CSV).stream().skip(1).map(Line::of).toList();
  }

  /** Adds up the lines until the end of a day. */
  static Exported of(List<Line> lines, LocalDate day) {
    var sums = new TreeMap<String, BigDecimal>();
    for (Line line : lines) {
      if (!line.day().isAfter(day)) {
        sums.merge(line.debit() + " " + line.currency(), line.amount(), BigDecimal::add);
        sums.merge(line.credit() + " " + line.currency(), line.amount().negate(), BigDecimal::add);
      }
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

  /** Returns the name of a connector in an export. */
  static String party(String connector) {
    String dashed = connector.replace('_', '-');
    return dashed.substring(0, 1).toUpperCase(Locale.ROOT) + dashed.substring(1);
  }
}
