package florin.testing;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A bank's statement as an MT940 whose entries have no bank reference, as most German banks write
 * it.
 *
 * @param number the bank's number; 0 for none
 * @param opening in cents, below zero where the holder owes it
 */
public record SwiftText(int number, String iban, long opening, List<Entry> entries) {
  private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyMMdd");

  public SwiftText {
    entries = List.copyOf(entries);
  }

  /**
   * A booking.
   *
   * @param amount in cents, below zero for a debit
   * @param text what the payer wrote
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

  /** The whole file; it opens on the day of its first entry, and closes on that of its last. */
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
