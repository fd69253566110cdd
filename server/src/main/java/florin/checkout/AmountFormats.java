package florin.checkout;

import florin.core.Currency;
import florin.core.Money;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An amount as a payer types it, `12.50` or `12,50`. Without separators of thousands: what `1,234`
 * is depends on where somebody comes from. Where a currency has three decimals it is a fraction, as
 * it is written there.
 */
final class AmountFormats {
  private static final Pattern AMOUNT = Pattern.compile("[0-9]{1,12}(?:[.,][0-9]{1,3})?");

  private AmountFormats() {}

  /** Empty for what is no amount, or has more decimals than the currency. */
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
