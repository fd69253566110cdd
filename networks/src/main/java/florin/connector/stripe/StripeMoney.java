package florin.connector.stripe;

import florin.core.Currency;
import florin.core.Money;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The conversion of amounts to Stripe's format, whose minor units are not always those of ISO 4217.
 * Source: Stripe, "Supported currencies", the sections on zero-decimal, three-decimal and special
 * currencies.
 *
 * <p>ISK and UGX have no decimals but are written with two. Stripe's page also lists UGX among the
 * zero-decimal currencies. Its special case, "to charge 5 UGX, provide an amount value of 500",
 * defines the format. HUF and TWD are special for payouts only.
 */
final class StripeMoney {
  /** The currencies without decimals. Stripe includes MGA, which has two decimals in ISO 4217. */
  private static final Set<String> ZERO_DECIMALS =
      words("bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf");

  private static final Set<String> THREE_DECIMALS = words("bhd jod kwd omr tnd");

  /** The currencies with three decimals in ISO 4217 that Stripe does not mention. */
  private static final Set<String> UNKNOWN = words("iqd lyd");

  private static final Map<Integer, Long> POWERS = Map.of(0, 1L, 1, 10L, 2, 100L, 3, 1000L);

  private StripeMoney() {}

  /** Returns whether Stripe supports the currency. */
  static boolean has(Currency currency) {
    return !UNKNOWN.contains(currency.code());
  }

  /**
   * Returns the amount in Stripe's format. Returns empty if Stripe does not support the currency or
   * the precision.
   */
  static OptionalLong write(Money money) {
    Currency currency = money.currency();
    if (!has(currency)) {
      return OptionalLong.empty();
    }
    int more = decimals(currency) - currency.exponent();
    if (more >= 0) {
      long amount = Math.multiplyExact(money.minor(), power(more));
      // The last digit of a three-decimal amount must be 0.
      return decimals(currency) == 3 && amount % 10 != 0
          ? OptionalLong.empty()
          : OptionalLong.of(amount);
    }
    long factor = power(-more);
    return money.minor() % factor == 0
        ? OptionalLong.of(money.minor() / factor)
        : OptionalLong.empty();
  }

  /**
   * Reads an amount. Returns empty for an unknown currency, or for a fraction of its smallest unit.
   */
  static Optional<Money> read(long amount, String code) {
    Optional<Currency> found = Currency.find(code).filter(StripeMoney::has);
    if (found.isEmpty() || amount < 0) {
      return Optional.empty();
    }
    OptionalLong minor = minor(amount, found.get());
    return minor.isPresent() && minor.getAsLong() <= Money.MAX_MINOR
        ? Optional.of(new Money(minor.getAsLong(), found.get()))
        : Optional.empty();
  }

  /**
   * Returns a signed amount in minor units; empty for a fraction of the currency's smallest unit.
   */
  static OptionalLong minor(long amount, Currency currency) {
    int more = decimals(currency) - currency.exponent();
    long factor = power(Math.abs(more));
    if (more < 0) {
      return OptionalLong.of(Math.multiplyExact(amount, factor));
    }
    return amount % factor == 0 ? OptionalLong.of(amount / factor) : OptionalLong.empty();
  }

  /** Returns the number of decimals in Stripe's format. */
  static int decimals(Currency currency) {
    if (ZERO_DECIMALS.contains(currency.code())) {
      return 0;
    }
    return THREE_DECIMALS.contains(currency.code()) ? 3 : 2;
  }

  private static long power(int decimals) {
    return POWERS.getOrDefault(decimals, 1L);
  }

  private static Set<String> words(String text) {
    return Stream.of(text.split(" ")).collect(Collectors.toUnmodifiableSet());
  }
}
