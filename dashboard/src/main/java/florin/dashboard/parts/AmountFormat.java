package florin.dashboard.parts;

import florin.core.Currency;
import florin.core.Money;
import florin.http.Format;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Amounts as people type them, `12.34` or `12,34`, without thousands separators. Three digits after
 * a comma are rejected: the meaning of `1,234` depends on the country, and a mistake would move
 * money.
 */
public final class AmountFormat {
  private static final Pattern AMOUNT =
      Pattern.compile("[0-9]{1,12}(?:\\.[0-9]{1,3}|,[0-9]{1,2})?");

  /** The amount in examples, in minor units. */
  private static final long EXAMPLE = 1234;

  private AmountFormat() {}

  public static Format<Money> of(Currency currency) {
    return Format.text(
        "must be an amount greater than zero, such as " + text(new Money(EXAMPLE, currency)),
        Money.zero(currency),
        typed -> parse(typed, currency));
  }

  /** Returns the text for a field, which {@link #of} can read. */
  public static String text(Money money) {
    return text(money.minor(), money.currency());
  }

  /** Returns the text of an amount that may be negative, or exceed any payment. */
  public static String text(long minor, Currency currency) {
    return BigDecimal.valueOf(minor, currency.exponent()).toPlainString();
  }

  /** Parses an amount; empty if it is none, is zero, or has more decimals than the currency. */
  public static Optional<Money> parse(String typed, Currency currency) {
    if (!AMOUNT.matcher(typed).matches()) {
      return Optional.empty();
    }
    BigDecimal minor =
        new BigDecimal(typed.replace(',', '.'))
            .movePointRight(currency.exponent())
            .stripTrailingZeros();
    return minor.scale() <= 0
            && minor.signum() > 0
            && minor.compareTo(BigDecimal.valueOf(Money.MAX_MINOR)) <= 0
        ? Optional.of(new Money(minor.longValueExact(), currency))
        : Optional.empty();
  }
}
