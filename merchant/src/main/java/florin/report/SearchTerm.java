package florin.report;

import florin.core.Currency;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.Money;
import florin.payment.store.SearchCriterion;
import florin.vault.CardNumberScan;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A text in the search box for payments, classified by its form. Amounts are as people write them,
 * `12.34`, not in minor units.
 */
public sealed interface SearchTerm {
  /** The longest text that is parsed. */
  int MAX_LENGTH = 600;

  /** The most words of a text that is split into parts. */
  int MAX_WORDS = 8;

  /** The most parts of a combined search. */
  int MAX_PARTS = 4;

  /** An empty search. */
  record Everything() implements SearchTerm {}

  record OfPayment(PaymentId id) implements SearchTerm {}

  /** The payment of a refund. */
  record OfRefund(RefundId id) implements SearchTerm {}

  /**
   * The customer's address, or that of the receipt.
   *
   * @param address as it was typed
   */
  record Email(String address) implements SearchTerm {}

  /** Payments that match any of these conditions. */
  record Matching(List<SearchCriterion> any) implements SearchTerm {
    public Matching {
      any = List.copyOf(any);
    }
  }

  /**
   * Payments that match every part of a text, such as a card's last four digits and an amount.
   *
   * @param parts each is an {@link Email} or {@link Matching}
   */
  record Combined(List<SearchTerm> parts) implements SearchTerm {
    public Combined {
      parts = List.copyOf(parts);
    }
  }

  /**
   * Text that matches no searchable form; descriptions are not searched, and card numbers are not
   * stored in the clear.
   */
  record Unreadable() implements SearchTerm {}

  /** `1234`, `1,234.50`, `99,00`, `12.34 usd`, `usd 12.34`. */
  Pattern AMOUNT =
      Pattern.compile(
          "(?:(?<before>\\p{Alpha}{3}) ?)?(?<number>[0-9]{1,12}|[0-9]{1,3}(?:,[0-9]{3}){1,3})(?<decimals>\\.[0-9]{1,3}|,[0-9]{2})?(?: ?(?<after>\\p{Alpha}{3}))?");

  /** `1001`, `A-1001`: no plain word, and shorter than a card number. */
  Pattern ORDER = Pattern.compile("(?=.*[0-9])(?![0-9]{13})[A-Za-z0-9][A-Za-z0-9#/-]{1,39}");

  /** The metadata keys in which merchants store order numbers. */
  List<String> ORDER_KEYS = List.of("order", "order_id", "order_number", "reference", "invoice");

  /** `RF18 5390 0754 7034`: a creditor reference (ISO 11649), as printed or typed. */
  Pattern TRANSFER_REFERENCE = Pattern.compile("RF[0-9]{2}[A-Z0-9]{1,21}");

  Pattern LAST4 = Pattern.compile("[0-9]{4}");

  /** `pi_3Nabc`, `cs_live_a1b2`: a word, an underscore, and an identifier. */
  Pattern PROVIDER_ID = Pattern.compile("[a-z]{2,12}_[A-Za-z0-9_]{6,250}");

  Pattern EMAIL = Pattern.compile("[^\\s@:]+@[^\\s@:]+");
  Pattern METADATA = Pattern.compile("(?<key>[^:]{1,40}):(?<value>.{1,500})", Pattern.DOTALL);

  static SearchTerm parse(String typed) {
    String text = typed.strip();
    if (text.isEmpty()) {
      return new Everything();
    }
    if (text.length() > MAX_LENGTH || CardNumberScan.finds(text)) {
      return new Unreadable();
    }
    return single(text).or(() -> combined(List.of(text.split("\\s+")))).orElseGet(Unreadable::new);
  }

  private static Optional<SearchTerm> single(String text) {
    return id(text)
        .or(() -> providerId(text))
        .or(() -> metadata(text))
        .or(() -> email(text))
        .or(() -> transferReference(text))
        .or(() -> digits(text));
  }

  private static Optional<SearchTerm> combined(List<String> words) {
    return words.size() > MAX_WORDS
        ? Optional.empty()
        : parts(words, MAX_PARTS).filter(parts -> parts.size() > 1).map(Combined::new);
  }

  /**
   * Returns the terms of the parts into which the words are divided, the first as long as possible:
   * `8431 99 eur` is a number and an amount. Empty if a word belongs to no term.
   */
  private static Optional<List<SearchTerm>> parts(List<String> words, int most) {
    if (words.isEmpty()) {
      return Optional.of(List.of());
    }
    if (most == 0) {
      return Optional.empty();
    }
    return IntStream.iterate(words.size(), length -> length > 0, length -> length - 1)
        .boxed()
        .flatMap(length ->
            single(String.join(" ", words.subList(0, length)))
                .filter(term -> term instanceof Email || term instanceof Matching)
                .flatMap(first ->
                    parts(words.subList(length, words.size()), most - 1)
                        .map(rest -> Stream.concat(Stream.of(first), rest.stream()).toList()))
                .stream())
        .findFirst();
  }

  private static Optional<SearchTerm> id(String text) {
    return PaymentId.KIND
        .parse(text)
        .<SearchTerm>map(OfPayment::new)
        .or(() -> RefundId.KIND.parse(text).map(OfRefund::new))
        .or(() ->
            CustomerId.KIND
                .parse(text)
                .map(customer -> new Matching(List.of(new SearchCriterion.OfCustomer(customer)))));
  }

  private static Optional<SearchTerm> providerId(String text) {
    return PROVIDER_ID.matcher(text).matches() && !text.startsWith(PaymentId.KIND.prefix())
        ? Optional.of(new Matching(List.of(new SearchCriterion.ProviderId(text))))
        : Optional.empty();
  }

  private static Optional<SearchTerm> metadata(String text) {
    Matcher matcher = METADATA.matcher(text);
    return matcher.matches()
        ? Optional.of(
            new Matching(
                List.of(
                    new SearchCriterion.Metadata(
                        matcher.group("key").strip(), matcher.group("value").strip()))))
        : Optional.empty();
  }

  private static Optional<SearchTerm> email(String text) {
    return EMAIL.matcher(text).matches() ? Optional.of(new Email(text)) : Optional.empty();
  }

  /**
   * Parses a creditor reference; it may also be a merchant's order number, so both are searched.
   */
  private static Optional<SearchTerm> transferReference(String text) {
    String reference = text.replaceAll("\\s", "").toUpperCase(Locale.ROOT);
    if (!TRANSFER_REFERENCE.matcher(reference).matches()) {
      return Optional.empty();
    }
    var any = new ArrayList<SearchCriterion>();
    any.add(new SearchCriterion.TransferReference(reference));
    addOrder(any, text);
    return Optional.of(new Matching(any));
  }

  /** Adds conditions for text that looks like an order number; it may also be a bank reference. */
  private static void addOrder(List<SearchCriterion> any, String text) {
    if (ORDER.matcher(text).matches()) {
      ORDER_KEYS.forEach(key -> any.add(new SearchCriterion.Metadata(key, text)));
      any.add(new SearchCriterion.BankReference(text));
    }
  }

  private static Optional<SearchTerm> digits(String text) {
    var any = new ArrayList<SearchCriterion>();
    if (LAST4.matcher(text).matches()) {
      any.add(new SearchCriterion.Last4(text));
    }
    any.addAll(amounts(text));
    addOrder(any, text);
    return any.isEmpty() ? Optional.empty() : Optional.of(new Matching(any));
  }

  private static List<SearchCriterion> amounts(String text) {
    Matcher matcher = AMOUNT.matcher(text);
    if (!matcher.matches() || (matcher.group("before") != null && matcher.group("after") != null)) {
      return List.of();
    }
    String decimals =
        matcher.group("decimals") == null ? "" : matcher.group("decimals").replace(',', '.');
    var amount = new BigDecimal(matcher.group("number").replace(",", "") + decimals);
    String code =
        matcher.group("before") == null ? matcher.group("after") : matcher.group("before");
    Set<Currency> currencies =
        code == null
            ? Set.copyOf(Currency.all().values())
            : Currency.find(code.toLowerCase(Locale.ROOT)).map(Set::of).orElse(Set.of());
    return currencies.stream()
        .collect(Collectors.groupingBy(Currency::exponent))
        .entrySet()
        .stream()
        .flatMap(alike -> amount(amount, alike.getKey(), alike.getValue()).stream())
        .toList();
  }

  /**
   * Returns a condition; empty if the currencies have fewer decimals, or no payment can be that
   * large.
   */
  private static Optional<SearchCriterion> amount(
      BigDecimal amount, int exponent, List<Currency> currencies) {
    BigDecimal minor = amount.movePointRight(exponent).stripTrailingZeros();
    return minor.scale() <= 0
            && minor.signum() > 0
            && minor.compareTo(BigDecimal.valueOf(Money.MAX_MINOR)) <= 0
        ? Optional.of(new SearchCriterion.Amount(minor.longValueExact(), Set.copyOf(currencies)))
        : Optional.empty();
  }
}
