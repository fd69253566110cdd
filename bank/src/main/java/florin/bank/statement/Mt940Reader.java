package florin.bank.statement;

import florin.bank.statement.Mt940Fields.SwiftField;
import florin.bank.statement.StatementException.Kind;
import florin.bank.statement.StatementReader.StatementSink;
import florin.bank.statement.StatementReader.StatementSink.StatementEnd;
import florin.bank.statement.StatementReader.StatementSink.StatementHead;
import florin.bank.statement.StatementReader.StatementSink.StatementHead.StatementPage;
import florin.core.Currency;
import florin.core.Iban;
import florin.core.Money;
import java.io.IOException;
import java.time.LocalDate;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the statements of an MT940 file. A page (`:60M:` to `:62M:`) has its own balances and
 * becomes a statement of its own, because the other pages may be in other files.
 */
final class Mt940Reader {
  private static final Pattern BALANCE =
      Pattern.compile("([CD])([0-9]{6})([A-Z]{3})([0-9]{1,18}),([0-9]{0,6})");

  private static final Pattern NUMBER = Pattern.compile("([0-9]{1,10})(?:/([0-9]{1,5}))?");

  /** The current statement, from `:20:` to `:62F:`. */
  private static final class Open {
    Optional<Iban> account = Optional.empty();
    String number = "";
    Optional<Balance> opening = Optional.empty();
  }

  private final Mt940Fields fields;
  private final Optional<Iban> expected;
  private final StatementSink sink;
  private EntryTally tally;
  private @Nullable Open open;
  private @Nullable Mt940Entry entry;
  private int statements;

  Mt940Reader(Mt940Fields fields, Optional<Iban> expected, StatementSink sink) {
    this.fields = fields;
    this.expected = expected;
    this.sink = sink;
    this.tally = new EntryTally(fields);
  }

  void read() throws IOException, StatementException {
    Optional<SwiftField> field = fields.next();
    while (field.isPresent()) {
      take(field.get());
      field = fields.next();
    }
    if (open != null) {
      throw missing(":62F:, the closing balance. The file is cut off: ask the bank for it again");
    }
    if (statements == 0) {
      throw fields.fault(
          Kind.UNSUPPORTED,
          "The file has no statement. Expected an MT940, which begins with :20:.");
    }
  }

  private void take(SwiftField field) throws StatementException {
    switch (field.tag()) {
      case "20" -> begin();
      case "25", "25P" -> statement().account = AccountNames.find(field.first(), expected);
      case "28", "28C" -> statement().number = field.first();
      case "60F", "60M" -> opening(field);
      case "61" -> entry(field);
      case "86" -> {
        if (entry != null) {
          entry.about(field.lines());
        }
      }
      case "62F", "62M" -> closing(field);
      case "34F" ->
          throw fields.fault(
              Kind.UNSUPPORTED,
              "The file has an MT942, which is preliminary. Expected MT940 statements.");
      default -> {}
    }
  }

  private void begin() throws StatementException {
    if (open != null) {
      throw missing(":62F:, the closing balance, before the next begins");
    }
    if (++statements > StatementBounds.MAX_STATEMENTS) {
      throw fields.fault(
          Kind.TOO_LARGE,
          "The file has more than %d statements.".formatted(StatementBounds.MAX_STATEMENTS));
    }
    open = new Open();
    tally = new EntryTally(fields);
  }

  private Open statement() throws StatementException {
    if (open == null) {
      throw fields.fault(
          Kind.SYNTAX, "The field is outside of a statement. Expected :20: before it.");
    }
    return open;
  }

  private void opening(SwiftField field) throws StatementException {
    Open current = statement();
    if (current.opening.isPresent()) {
      throw fields.fault(Kind.SYNTAX, "The statement has a second opening balance.");
    }
    Balance opening = balance(field);
    current.opening = Optional.of(opening);
    Matcher number = NUMBER.matcher(current.number);
    boolean numbered = number.matches();
    Optional<Integer> page =
        numbered ? Optional.ofNullable(number.group(2)).map(Integer::valueOf) : Optional.empty();
    boolean continues = field.tag().endsWith("M");
    sink.head(
        new StatementHead(
            current.account.orElseThrow(() ->
                missing(
                    ":25: with an IBAN. If the statement has an older account number, send receiving_account with the file")),
            Optional.of(opening.amount().currency()),
            EntryText.plain(current.number + " " + field.first(), EntryText.MAX_ID),
            numbered
                ? Optional.of(Long.valueOf(number.group(1))).filter(sequence -> sequence > 0)
                : Optional.empty(),
            page.filter(sheet -> sheet > 1 || (sheet == 1 && continues))
                .map(sheet -> new StatementPage(sheet, Optional.empty())),
            current.opening,
            Optional.empty(),
            Optional.empty(),
            false));
  }

  private void entry(SwiftField field) throws StatementException {
    flush();
    Optional<Balance> opening = statement().opening;
    Currency currency =
        opening
            .orElseThrow(() -> missing(":60F:, the opening balance, before its first entry"))
            .amount()
            .currency();
    entry = Mt940Entry.read(field, currency, fields);
  }

  private void closing(SwiftField field) throws StatementException {
    flush();
    Open current = statement();
    Balance opening = current.opening.orElseThrow(() -> missing(":60F:, the opening balance"));
    Balance closing = balance(field);
    tally.expect(opening.amount().currency());
    tally.expect(closing.amount().currency());
    tally.checkBalances(opening, closing);
    open = null;
    LocalDate day = Mt940Entry.date(field.first().substring(1, 7), fields);
    sink.end(
        new StatementEnd(Optional.of(closing), Optional.of(day), tally.entries(), tally.booked()));
  }

  /** Ends the current entry, which is complete when a field other than its `:86:` begins. */
  private void flush() throws StatementException {
    if (entry != null) {
      StatementEntry built = entry.build(tally.entries() + 1);
      entry = null;
      tally.add(built.credit(), built.booked(), built.amount());
      sink.entry(built);
    }
  }

  private Balance balance(SwiftField field) throws StatementException {
    Matcher parts = BALANCE.matcher(field.first());
    if (!parts.matches()) {
      throw fields.fault(
          Kind.FIELD,
          "Not a balance. Expected C or D, a date, a currency and an amount, such as C261123EUR1234,56.");
    }
    Currency currency = FieldAmounts.currency(parts.group(3), fields);
    Money amount = FieldAmounts.amount(parts.group(4) + "." + parts.group(5), currency, fields);
    return new Balance(amount, parts.group(1).equals("D"));
  }

  private StatementException missing(String what) {
    return fields.fault(Kind.FIELD, "The statement lacks %s.".formatted(what));
  }
}
