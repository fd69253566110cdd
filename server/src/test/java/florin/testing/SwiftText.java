package florin.testing;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A bank's MT940 statement whose entries have no bank reference, which is the usual form of German
 * banks.
 *
 * @param number the bank's statement number; 0 for none
 * @param opening the opening balance in cents; negative for a debit balance
 */
public record SwiftText(int number, String iban, long opening, List<Entry> entries) {
  private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyMMdd");

  public SwiftText {
    entries = List.copyOf(entries);
  }

  /**
   * A bank entry.
   *
   * @param amount in cents; negative for a debit
   * @param text the payer's remittance text
   */
  public record Entry(LocalDate day, long amount, String text) {
    private String lines() {
      return ":61:"
          + DAY.format(day)
          + (amount < 0 ? "D" : "C")
          + decimal(amount)
          + "NTRFNONREF\n:86:166?20SVWZ+"
          + text
          + "?32JO MARCH\n";
    }
  }

  public long closing() {
    return opening + entries.stream().mapToLong(Entry::amount).sum();
  }

  /**
   * Returns the file. Its opening date is that of the first entry, its closing date that of the
   * last.
   */
  public String file() {
    return ":20:FLORIN\n:25:"
        + iban
        + "\n:28C:"
        + number
        + "/1\n"
        + balance("60F", entries.getFirst().day(), opening)
        + entries.stream().map(Entry::lines).collect(Collectors.joining())
        + balance("62F", entries.getLast().day(), closing())
        + "-\n";
  }

  private static String balance(String tag, LocalDate day, long cents) {
    return ":"
        + tag
        + ":"
        + (cents < 0 ? "D" : "C")
        + DAY.format(day)
        + "EUR"
        + decimal(cents)
        + "\n";
  }

  private static String decimal(long cents) {
    return BigDecimal.valueOf(Math.abs(cents), 2).toPlainString().replace('.', ',');
  }
}
