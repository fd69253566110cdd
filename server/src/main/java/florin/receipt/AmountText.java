package florin.receipt;

import florin.core.Currency;
import florin.core.Money;
import java.math.BigDecimal;
import java.text.DecimalFormat;
import java.text.NumberFormat;
import java.util.Locale;

/**
 * Money for people, in English: `$10.00`, `¥500`, `€1,234.56`, `KWD 1.234`. Of the currencies that
 * share a sign, only one has it bare: dollars that are not those of the United States are `CA$`,
 * `A$` and so on. How many decimals there are is ISO 4217's word, not the locale's.
 */
final class AmountText {
  private static final Locale LANGUAGE = Locale.US;

  private AmountText() {}

  static String of(Money money) {
    Currency currency = money.currency();
    var format = (DecimalFormat) NumberFormat.getCurrencyInstance(LANGUAGE);
    format.setCurrency(java.util.Currency.getInstance(currency.code().toUpperCase(Locale.ROOT)));
    format.setMinimumFractionDigits(currency.exponent());
    format.setMaximumFractionDigits(currency.exponent());
    return format.format(BigDecimal.valueOf(money.minor(), currency.exponent()));
  }
}
