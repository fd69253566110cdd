package florin.bank.statement;

import florin.bank.statement.StatementException.Kind;
import florin.bank.statement.StatementReader.StatementSink.StatementHead.StatementPage;
import florin.bank.statement.StatementReader.StatementSink.StatementHead.StatementSpan;
import florin.core.Money;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the simple fields of ISO 20022: each method reads the current element to its end. */
final class CamtFields {
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");
  private static final int DATE_CHARS = 10;

  private final XmlCursor xml;

  CamtFields(XmlCursor xml) {
    this.xml = xml;
  }

  /** Reads an amount with its currency, `Ccy`. */
  Money amount() throws IOException, StatementException {
    String code =
        xml.attribute("Ccy")
            .orElseThrow(
                () -> xml.fault(Kind.FIELD, "The amount has no currency. Expected Ccy=\"EUR\"."));
    return FieldAmounts.amount(xml.text(), FieldAmounts.currency(code, xml), xml);
  }

  boolean isCredit() throws IOException, StatementException {
    return switch (xml.text()) {
      case "CRDT" -> true;
      case "DBIT" -> false;
      default -> throw xml.fault(Kind.FIELD, "Expected CRDT or DBIT.");
    };
  }

  /** Reads an `xs:boolean`. */
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

  /** Reads the day of a date or time, in the bank's own time zone. */
  LocalDate date() throws IOException, StatementException {
    return date(xml.text());
  }

  /** Reads the `Dt` or `DtTm` within the element. */
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

  /** Returns `IBAN`, or `Othr/Id`, where some banks write it; empty if there is neither. */
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

  /** Returns the text of a child element. */
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
        // reported below
      }
    }
    throw xml.fault(Kind.FIELD, "Expected a date such as 2026-11-23.");
  }
}
