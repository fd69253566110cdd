package florin.bank.statement;

import florin.bank.CreditorReference;
import florin.bank.statement.StatementEntry.Counterparty;
import florin.bank.statement.StatementEntry.EntryDetail;
import florin.bank.statement.StatementReader.StatementSink.StatementEnd;
import florin.bank.statement.StatementReader.StatementSink.StatementEnd.Turnover;
import florin.bank.statement.StatementReader.StatementSink.StatementHead;
import florin.bank.statement.StatementReader.StatementSink.StatementHead.StatementSpan;
import florin.core.Bic;
import florin.core.Currency;
import florin.core.Iban;
import florin.core.Money;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Random statements that a bank could send. The same seed produces the same statements. */
final class RandomStatements {
  private static final List<Iban> IBANS =
      List.of(
          new Iban("DE89370400440532013000"),
          new Iban("NL91ABNA0417164300"),
          new Iban("FR1420041010050500013M02606"),
          new Iban("GB82WEST12345698765432"));

  /**
   * Has no characters beyond the basic plane: Prowide writes them as two surrogates, which is
   * invalid XML.
   */
  private static final List<String> WORDS =
      List.of(
          "Order",
          "invoice",
          "R&D",
          "<b>",
          "\"Zürich\"",
          "Łódź",
          "商店",
          "17",
          "]]>",
          "a'b",
          "Danke",
          "-",
          "x>y");

  private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  private static final LocalDate DAY = LocalDate.of(2026, 11, 23);

  private final Random random;
  private final boolean plain;

  /**
   * @param plain whether the statements use only what MT940 can express
   */
  RandomStatements(Random random, boolean plain) {
    this.random = random;
    this.plain = plain;
  }

  Told next() {
    Currency currency = Currency.get(List.of("eur", "jpy", "kwd").get(random.nextInt(3)));
    Iban account = IBANS.getFirst();
    var entries = new ArrayList<StatementEntry>();
    int count = random.nextInt(12);
    for (int ordinal = 1; ordinal <= count; ordinal++) {
      entries.add(entry(ordinal, currency));
    }
    long opening = random.nextLong(-1_000_000, 1_000_000);
    long credits = sum(entries, true);
    long debits = sum(entries, false);
    var head =
        new StatementHead(
            account,
            Optional.of(currency),
            id(),
            Optional.of(random.nextLong(1, 99_999)),
            Optional.empty(),
            Optional.of(balance(opening, currency)),
            plain ? Optional.empty() : Optional.of(DAY),
            plain ? Optional.empty() : Optional.of(new StatementSpan(DAY.minusDays(1), DAY)),
            !plain && random.nextInt(5) == 0);
    var end =
        new StatementEnd(
            Optional.of(balance(opening + credits - debits, currency)),
            Optional.of(DAY),
            entries.size(),
            entries.isEmpty()
                ? Optional.empty()
                : Optional.of(
                    new Turnover(new Money(credits, currency), new Money(debits, currency))));
    return new Told(head, List.copyOf(entries), end);
  }

  private StatementEntry entry(int ordinal, Currency currency) {
    var details = new ArrayList<EntryDetail>();
    int count = plain || random.nextInt(4) > 0 ? 1 : random.nextInt(2, 5);
    long whole = 0;
    for (int i = 0; i < count; i++) {
      long minor = random.nextLong(1, 10_000_000);
      whole += minor;
      details.add(detail(new Money(minor, currency), count > 1));
    }
    LocalDate booked = DAY.minusDays(random.nextInt(3));
    return new StatementEntry(
        ordinal,
        maybe(id()),
        random.nextInt(3) > 0,
        random.nextInt(6) == 0,
        plain || random.nextInt(6) > 0,
        new Money(whole, currency),
        booked,
        plain || random.nextBoolean() ? Optional.of(DAY) : Optional.empty(),
        details);
  }

  private EntryDetail detail(Money amount, boolean told) {
    var party =
        new Counterparty(
            maybe(words(3)),
            maybe(IBANS.get(random.nextInt(1, IBANS.size()))),
            maybe(new Bic("COBADEFFXXX")));
    return new EntryDetail(
        plain || (!told && random.nextBoolean()) ? Optional.empty() : Optional.of(amount),
        maybe(id()),
        plain ? Optional.empty() : maybe(reference()),
        IntStream.rangeClosed(0, plain ? 0 : random.nextInt(3))
            .mapToObj(_ -> words(6) + (random.nextBoolean() ? " " + reference() : ""))
            .collect(Collectors.joining("\n")),
        Optional.of(party).filter(it -> !it.isEmpty()),
        plain ? Optional.empty() : maybe(id()),
        maybe(id()),
        plain ? Optional.empty() : maybe("AC04"),
        plain ? Optional.empty() : maybe(id()));
  }

  private String reference() {
    return CreditorReference.of(random.nextLong(1_000_000_000_000L)).text();
  }

  private String words(int most) {
    return IntStream.rangeClosed(0, random.nextInt(most))
        .mapToObj(
            _ -> plain ? letters(random.nextInt(1, 8)) : WORDS.get(random.nextInt(WORDS.size())))
        .collect(Collectors.joining(" "));
  }

  private String id() {
    return letters(random.nextInt(1, 15));
  }

  private String letters(int length) {
    return IntStream.range(0, length)
        .mapToObj(_ -> Character.toString(LETTERS.charAt(random.nextInt(LETTERS.length()))))
        .collect(Collectors.joining());
  }

  private <T> Optional<T> maybe(T value) {
    return random.nextBoolean() ? Optional.of(value) : Optional.empty();
  }

  private static Balance balance(long minor, Currency currency) {
    return new Balance(new Money(Math.abs(minor), currency), minor < 0);
  }

  private static long sum(List<StatementEntry> entries, boolean credit) {
    return entries.stream()
        .filter(entry -> entry.booked() && entry.credit() == credit)
        .mapToLong(entry -> entry.amount().minor())
        .sum();
  }
}
