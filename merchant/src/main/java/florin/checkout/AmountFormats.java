package florin.checkout;

import florin.core.Currency;
import florin.core.Money;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An amount as a payer types it, `12.50` or `12,50`, without thousands separators: the meaning of
 * `1,234` depends on the country. With a three-decimal currency, it is a fraction.
 */
final class AmountFormats {
  private static final Pattern AMOUNT = Pattern.compile("[0-9]{1,12}(?:[.,][0-9]{1,3})?");

  private AmountFormats() {}

  /** Parses an amount; empty if it is none, or has more decimals than the currency. */
  static Optional<Money> parse(String typed, Currency currency) {
    String text = typed.strip();
    if (!AMOUNT.matcher(text).matches()) {
      return Optional.empty();
    }
    BigDecimal minor =
        new BigDecimal(text.replace(',', '.'))
            .movePointRight(currency.exponent())
            .stripTrailingZeros();
    return minor.scale() <= 0 && minor.compareTo(BigDecimal.valueOf(Money.MAX_MINOR)) <= 0
        ? Optional.of(new Money(minor.longValueExact(), currency))
        : Optional.empty();
  }
}
