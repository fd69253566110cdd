package florin.dashboard.payments;

import florin.core.Currency;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.dashboard.parts.CodeText;
import florin.dashboard.parts.SelectOption;
import florin.payment.Payments;
import florin.payment.store.PaymentFilter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The options of a field for a currency.
 *
 * @param own the currencies that the account uses, which are offered first
 */
public record CurrencyChoice(List<SelectOption> own, List<SelectOption> others) {
  /** The newest payments, whose currencies the account uses. */
  private static final int RECENT_PAYMENTS = 50;

  private static final Map<String, String> NAMES =
      java.util.Currency.getAvailableCurrencies().stream()
          .collect(
              Collectors.toUnmodifiableMap(
                  java.util.Currency::getCurrencyCode, it -> it.getDisplayName(Locale.ENGLISH)));

  /** All currencies, by code. */
  private static final List<SelectOption> ALL =
      Currency.all().values().stream()
          .map(currency -> CodeText.upper(currency.code()))
          .sorted()
          .map(code ->
              new SelectOption(
                  code,
                  Optional.ofNullable(NAMES.get(code))
                      .map(name -> code + " · " + name)
                      .orElse(code)))
          .toList();

  public CurrencyChoice {
    own = List.copyOf(own);
    others = List.copyOf(others);
  }

  /** Offers the currencies of the account's newest payments first, the most frequent at the top. */
  public static CurrencyChoice of(Payments payments, Realm realm) {
    Map<Currency, Long> used =
        payments.list(realm, PaymentFilter.ALL, PageRequest.first(RECENT_PAYMENTS)).data().stream()
            .map(payment -> payment.terms().amount().currency())
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    return of(
        used.entrySet().stream()
            .sorted(
                Map.Entry.<Currency, Long>comparingByValue()
                    .reversed()
                    .thenComparing(entry -> entry.getKey().code()))
            .map(Map.Entry::getKey));
  }

  /** Offers these currencies first. */
  public static CurrencyChoice of(Stream<Currency> first) {
    List<String> codes = first.map(currency -> CodeText.upper(currency.code())).distinct().toList();
    return new CurrencyChoice(
        codes.stream()
            .flatMap(code -> ALL.stream().filter(option -> option.value().equals(code)))
            .toList(),
        ALL.stream().filter(option -> !codes.contains(option.value())).toList());
  }

  /** Returns all options as a filter has them, with codes in lower case. */
  List<SelectOption> lower() {
    return Stream.concat(own.stream(), others.stream())
        .map(option -> new SelectOption(option.value().toLowerCase(Locale.ROOT), option.words()))
        .toList();
  }
}
