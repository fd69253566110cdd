package florin.bank.statement;

import florin.bank.statement.Mt940Fields.SwiftField;
import florin.bank.statement.StatementEntry.EntryDetail;
import florin.bank.statement.StatementException.Faults;
import florin.bank.statement.StatementException.Kind;
import florin.core.Currency;
import florin.core.Money;
import java.time.LocalDate;
import java.time.Month;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A `:61:` field and its `:86:`. */
final class Mt940Entry {
  /**
   * Value date, booking date, direction, third letter of the currency, amount, kind, the customer's
   * reference, the bank's reference. Some banks omit the comma of a whole amount.
   */
  private static final Pattern LINE =
      Pattern.compile(
          "([0-9]{6})([0-9]{4}| {4})?(C|D|RC|RD)([A-Z])?([0-9]{1,18})(?:,([0-9]{0,6}))?"
              + "([A-Z][A-Z0-9 ]{3})((?:(?!//).)*)(?://(.*))?");

  /** The first two-digit year of the last century; smaller ones are in this century. */
  private static final int LAST_CENTURY = 80;

  /** `NRTI`: a returned item. */
  private static final String RETURNED = "RTI";

  private final boolean credit;
  private final boolean reversal;
  private final boolean returned;
  private final Money amount;
  private final LocalDate valueDate;
  private final LocalDate bookingDate;
  private final Optional<String> customerReference;
  private final Optional<String> bankReference;
  private final String supplement;
  private @Nullable List<String> about;

  private Mt940Entry(Matcher parts, Money amount, String supplement, Faults faults)
      throws StatementException {
    String side = parts.group(3);
    this.credit = side.equals("C") || side.equals("RD");
    this.reversal = side.startsWith("R");
    this.returned = parts.group(7).endsWith(RETURNED);
    this.amount = amount;
    this.valueDate = date(parts.group(1), faults);
    this.bookingDate = bookingDate(parts.group(2), valueDate, faults);
    this.customerReference = EntryText.id(parts.group(8));
    this.bankReference = Optional.ofNullable(parts.group(9)).flatMap(EntryText::id);
    this.supplement = supplement;
  }

  static Mt940Entry read(SwiftField field, Currency currency, Faults faults)
      throws StatementException {
    Matcher parts = LINE.matcher(field.first());
    if (!parts.matches()) {
      throw faults.fault(
          Kind.FIELD,
          "Not an entry. Expected dates, side, amount, kind and reference, such as 2611231123C12,34NTRFNONREF//B1.");
    }
    Money amount =
        FieldAmounts.amount(
            parts.group(6) == null ? parts.group(5) : parts.group(5) + "." + parts.group(6),
            currency,
            faults);
    return new Mt940Entry(
        parts, amount, String.join("\n", field.lines().subList(1, field.lines().size())), faults);
  }

  /** Adds a `:86:`; a second one continues the first. */
  void about(List<String> lines) {
    if (about == null) {
      about = lines;
    } else if (about.size() < StatementBounds.MAX_FIELD_LINES) {
      var both = new ArrayList<>(about);
      both.addAll(lines);
      about = List.copyOf(both);
    }
  }

  StatementEntry build(int ordinal) {
    var told = Mt940About.of(about == null ? List.of() : about);
    String text = told.text().isEmpty() ? supplement : told.text();
    var detail =
        new EntryDetail(
            Optional.empty(),
            told.id(Mt940About.Part.END_TO_END).or(() -> customerReference),
            told.id(Mt940About.Part.REFERENCE),
            EntryText.plain(text, StatementBounds.MAX_TEXT_CHARS),
            told.counterparty(),
            Optional.empty(),
            told.id(Mt940About.Part.ORDER),
            told.returnReason(reversal || returned),
            Optional.empty());
    return new StatementEntry(
        ordinal,
        bankReference,
        credit,
        reversal,
        true,
        amount,
        bookingDate,
        Optional.of(valueDate),
        List.of(detail));
  }

  /**
   * Parses YYMMDD. Banks that compute interest with months of 30 days write February 30: it becomes
   * the month's last day.
   */
  static LocalDate date(String digits, Faults faults) throws StatementException {
    int year = Integer.parseInt(digits.substring(0, 2));
    int month = Integer.parseInt(digits.substring(2, 4));
    int day = Integer.parseInt(digits.substring(4, 6));
    if (month < 1 || month > Month.values().length || day < 1 || day > 31) {
      throw faults.fault(Kind.FIELD, "Expected a date as YYMMDD, such as 261123.");
    }
    var whole = YearMonth.of((year < LAST_CENTURY ? 2000 : 1900) + year, month);
    return whole.atDay(Math.min(day, whole.lengthOfMonth()));
  }

  /** Parses MMDD without a year: of three candidate years, the date nearest to the value date. */
  private static LocalDate bookingDate(@Nullable String digits, LocalDate value, Faults faults)
      throws StatementException {
    if (digits == null || digits.isBlank()) {
      return value;
    }
    LocalDate nearest = date("%02d%s".formatted(value.getYear() % 100, digits), faults);
    for (LocalDate other : List.of(nearest.minusYears(1), nearest.plusYears(1))) {
      if (Math.abs(other.toEpochDay() - value.toEpochDay())
          < Math.abs(nearest.toEpochDay() - value.toEpochDay())) {
        nearest = other;
      }
    }
    return nearest;
  }
}
