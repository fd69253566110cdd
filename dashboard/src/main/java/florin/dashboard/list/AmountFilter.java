package florin.dashboard.list;

import florin.core.Bounds;
import florin.core.Currency;
import florin.core.ErrorCode;
import florin.core.Money;
import florin.dashboard.parts.AmountFormat;
import florin.dashboard.parts.CodeText;
import florin.http.Form;
import florin.http.Format;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The filter of a list by amount, both ends included, as people type them. The minor units of
 * `12.00` depend on the currency. Without a currency, there is one search for each number of
 * decimals that currencies have.
 *
 * @param searches at least one
 * @param words for the chip; empty for any amount
 */
public record AmountFilter(List<Search> searches, String words) {
  static final String FROM = "amount_from";
  static final String TO = "amount_to";

  private static final List<String> FIELDS = List.of(FROM, TO);

  /** The most decimals of any currency. */
  private static final int MOST_DECIMALS = 3;

  private static final int MOST_CHARACTERS = 20;

  private static final List<Currency> EXAMPLES =
      List.of(Currency.get("usd"), Currency.get("jpy"), Currency.get("kwd"));

  private static final Format<String> AMOUNT =
      Format.text(
          ErrorCode.PARAMETER_INVALID,
          "must be an amount greater than zero, such as 12.34",
          "",
          text ->
              EXAMPLES.stream().anyMatch(currency -> AmountFormat.parse(text, currency).isPresent())
                  ? Optional.of(text)
                  : Optional.empty());

  /** The fields as lists declare them. */
  public static final ListField<String> FROM_FIELD =
      ListField.text(FROM, "From", AMOUNT, "12.34", "", MOST_CHARACTERS);

  public static final ListField<String> TO_FIELD =
      ListField.text(TO, "To", AMOUNT, "12.34", "", MOST_CHARACTERS);

  /** The filter by amount alone. */
  public static final ListFilter FILTER =
      new ListFilter("amount", "Amount", List.of(FROM_FIELD, TO_FIELD));

  /**
   * A range of amounts in some currencies.
   *
   * @param currencies empty for all
   */
  public record Search(Set<Currency> currencies, Bounds bounds) {}

  /** Reads the filter of a list by amount alone. */
  public static AmountFilter of(ListRequest request) {
    AmountFilter filter = read(request.form(), Optional.empty());
    request.describe(FILTER, filter.words);
    return filter;
  }

  /** Reads the filter, and records errors in the form. */
  public static AmountFilter read(Form form, Optional<Currency> currency) {
    Optional<String> from = form.optional(FROM, AMOUNT);
    Optional<String> to = form.optional(TO, AMOUNT);
    if (FIELDS.stream().anyMatch(field -> form.error(field).isPresent())) {
      return any(currency);
    }
    if (from.isEmpty() && to.isEmpty()) {
      return any(currency);
    }
    List<Search> searches = searches(from, to, currency);
    if (searches.isEmpty()) {
      form.wrong(from.isPresent() ? FROM : TO, tooPrecise(currency));
      return any(currency);
    }
    if (searches.stream().allMatch(search -> search.bounds.min() > search.bounds.max())) {
      form.wrong(TO, "Must not be less than the first amount.");
      return any(currency);
    }
    return new AmountFilter(searches, words(from, to));
  }

  private static String tooPrecise(Optional<Currency> currency) {
    int most = currency.map(Currency::exponent).orElse(MOST_DECIMALS);
    String of = currency.map(chosen -> " for " + CodeText.upper(chosen.code())).orElse("");
    return most == 0
        ? "Don't use decimals" + of + "."
        : "Use at most %d decimals%s.".formatted(most, of);
  }

  private static AmountFilter any(Optional<Currency> currency) {
    return new AmountFilter(
        List.of(new Search(currency.map(Set::of).orElse(Set.of()), Bounds.NONE)), "");
  }

  private static List<Search> searches(
      Optional<String> min, Optional<String> max, Optional<Currency> currency) {
    var searches = new ArrayList<Search>();
    currency
        .map(chosen -> List.of(Set.of(chosen)))
        .orElseGet(AmountFilter::byDecimals)
        .forEach(alike -> {
          Currency one = alike.iterator().next();
          Optional<Long> from = min.flatMap(text -> minor(text, one));
          Optional<Long> to = max.flatMap(text -> minor(text, one));
          if (from.isPresent() == min.isPresent() && to.isPresent() == max.isPresent()) {
            var bounds = new Bounds(from.orElse(Long.MIN_VALUE), to.orElse(Long.MAX_VALUE));
            searches.add(new Search(alike, bounds));
          }
        });
    return searches;
  }

  private static List<Set<Currency>> byDecimals() {
    return List.copyOf(
        Currency.all().values().stream()
            .collect(Collectors.groupingBy(Currency::exponent, Collectors.toSet()))
            .values());
  }

  private static Optional<Long> minor(String text, Currency currency) {
    return AmountFormat.parse(text, currency).map(Money::minor);
  }

  private static String words(Optional<String> from, Optional<String> to) {
    if (from.isPresent() && to.isPresent()) {
      return from.equals(to) ? from.get() : from.get() + " – " + to.get();
    }
    return from.map(text -> "from " + text).orElseGet(() -> "to " + to.orElse(""));
  }
}
