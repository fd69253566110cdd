package florin.bank.statement;

import florin.bank.statement.StatementException.Kind;
import florin.bank.statement.StatementHead.StatementPage;
import florin.bank.statement.StatementHead.StatementSpan;
import florin.core.Money;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Optional;
import java.util.regex.Pattern;

/** The small fields of ISO 20022: each stands on its element and leaves it. */
final class CamtFields {
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");
  private static final int DATE_CHARS = 10;

  private final XmlCursor xml;

  CamtFields(XmlCursor xml) {
    this.xml = xml;
  }

  /** With its currency, `Ccy`. */
  Money amount() throws IOException, StatementException {
    String code =
        xml.attribute("Ccy")
            .orElseThrow(
                () -> xml.fault(Kind.FIELD, "The amount names no currency. Expected Ccy=\"EUR\"."));
    return FieldAmounts.amount(xml.text(), FieldAmounts.currency(code, xml), xml);
  }

  boolean isCredit() throws IOException, StatementException {
    return switch (xml.text()) {
      case "CRDT" -> true;
      case "DBIT" -> false;
      default -> throw xml.fault(Kind.FIELD, "Expected CRDT or DBIT.");
    };
  }

  /** `xs:boolean`. */
  boolean isTrue() throws IOException, StatementException {
    return switch (xml.text()) {
      case "true", "1" -> true;
      case "false", "0" -> false;
      default -> throw xml.fault(Kind.FIELD, "Expected true or false.");
    };
  }

  Optional<Long> number() throws IOException, StatementException {
    String text = xml.text();
    if (!DIGITS.matcher(text).matches()) {
      throw xml.fault(Kind.FIELD, "Expected a whole number of at most 18 digits.");
    }
    return Optional.of(Long.valueOf(text));
  }

  /** Of a date or of a time, which is the bank's own: the day as the bank has it. */
  LocalDate date() throws IOException, StatementException {
    return date(xml.text());
  }

  /** `Dt` or `DtTm` within. */
  Optional<LocalDate> dateWithin() throws IOException, StatementException {
    int depth = xml.depth();
    Optional<LocalDate> date = Optional.empty();
    while (xml.next(depth)) {
      if (xml.name().equals("Dt") || xml.name().equals("DtTm")) {
        date = Optional.of(date());
      }
    }
    return date;
  }

  Optional<StatementSpan> span() throws IOException, StatementException {
    int depth = xml.depth();
    Optional<LocalDate> from = Optional.empty();
    Optional<LocalDate> to = Optional.empty();
    while (xml.next(depth)) {
      switch (xml.name()) {
        case "FrDtTm", "FrDt" -> from = Optional.of(date());
        case "ToDtTm", "ToDt" -> to = Optional.of(date());
        default -> {}
      }
    }
    return from.isPresent() && to.isPresent()
        ? Optional.of(new StatementSpan(from.get(), to.get()))
        : Optional.empty();
  }

  Optional<StatementPage> page() throws IOException, StatementException {
    int depth = xml.depth();
    Optional<Long> number = Optional.empty();
    Optional<Boolean> last = Optional.empty();
    while (xml.next(depth)) {
      switch (xml.name()) {
        case "PgNb" -> number = number();
        case "LastPgInd" -> last = Optional.of(isTrue());
        default -> {}
      }
    }
    if (number.isPresent() && (number.get() < 1 || number.get() > StatementBounds.MAX_STATEMENTS)) {
      throw xml.fault(
          Kind.FIELD, "Expected a page from 1 to %d.".formatted(StatementBounds.MAX_STATEMENTS));
    }
    Optional<Boolean> isLast = last;
    return number.map(page -> new StatementPage(page.intValue(), isLast));
  }

  /** `IBAN`, or `Othr/Id`, where banks put the same; empty where there is neither. */
  String accountName() throws IOException, StatementException {
    int depth = xml.depth();
    String name = "";
    while (xml.next(depth)) {
      switch (xml.name()) {
        case "IBAN" -> name = xml.text();
        case "Othr" -> name = child("Id").orElse(name);
        default -> {}
      }
    }
    return name;
  }

  /** The text of a child. */
  Optional<String> child(String wanted) throws IOException, StatementException {
    int depth = xml.depth();
    Optional<String> text = Optional.empty();
    while (xml.next(depth)) {
      if (xml.name().equals(wanted)) {
        text = Optional.of(xml.text());
      }
    }
    return text;
  }

  private LocalDate date(String text) throws StatementException {
    if (text.length() >= DATE_CHARS) {
      try {
        return LocalDate.parse(text.substring(0, DATE_CHARS));
      } catch (DateTimeException _) {
        // told below
      }
    }
    throw xml.fault(Kind.FIELD, "Expected a date such as 2026-11-23.");
  }
}
