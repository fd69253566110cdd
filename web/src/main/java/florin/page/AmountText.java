package florin.page;

import florin.core.Currency;
import florin.core.Money;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.NumberFormat;
import java.util.Locale;

/**
 * Amounts for people, in English by default: `$10.00`, `¥500`, `€1,234.56`, `KWD 1.234`. Of the
 * currencies that share a symbol, only one has it alone: other dollars than the US dollar are
 * `CA$`, `A$` and so on. ISO 4217, and not the locale, defines the number of decimals.
 */
public final class AmountText {
  private static final Locale LANGUAGE = Locale.US;

  /** The suffixes of abbreviated amounts, each a thousand times the one before. */
  private static final String UNITS = " KMBT";

  /** The minus sign with the width of a plus: `−¥7,808`. */
  private static final char MINUS = '\u2212';

  private static final char NO_BREAK_SPACE = '\u00a0';

  private AmountText() {}

  public static String of(Money money) {
    return of(money.minor(), money.currency());
  }

  /**
   * Returns an amount in another language: `10,00 €`, with the symbol where that language places
   * it.
   */
  public static String of(Money money, Locale locale) {
    if (locale.getLanguage().equals(LANGUAGE.getLanguage())) {
      return of(money);
    }
    Currency currency = money.currency();
    var format = (DecimalFormat) NumberFormat.getCurrencyInstance(locale);
    format.setCurrency(java.util.Currency.getInstance(currency.code().toUpperCase(Locale.ROOT)));
    format.setMinimumFractionDigits(currency.exponent());
    format.setMaximumFractionDigits(currency.exponent());
    return format.format(BigDecimal.valueOf(money.minor(), currency.exponent()));
  }

  /**
   * Returns an amount without a symbol and without grouping, with the language's decimal separator:
   * `1234,56`.
   */
  public static String plain(Money money, Locale locale) {
    var format = (DecimalFormat) NumberFormat.getNumberInstance(locale);
    format.setGroupingUsed(false);
    format.setMinimumFractionDigits(money.currency().exponent());
    format.setMaximumFractionDigits(money.currency().exponent());
    return format.format(BigDecimal.valueOf(money.minor(), money.currency().exponent()));
  }

  /**
   * Returns a sum, which may be larger than any payment, or negative.
   *
   * @param minor in the currency's minor units
   */
  public static String of(long minor, Currency currency) {
    var format = (DecimalFormat) NumberFormat.getCurrencyInstance(LANGUAGE);
    DecimalFormatSymbols symbols = format.getDecimalFormatSymbols();
    symbols.setCurrencySymbol(sign(currency));
    symbols.setMinusSign(MINUS);
    format.setDecimalFormatSymbols(symbols);
    format.setMinimumFractionDigits(currency.exponent());
    format.setMaximumFractionDigits(currency.exponent());
    return format.format(BigDecimal.valueOf(minor, currency.exponent()));
  }

  /**
   * Returns a short form for the axis of a chart: `$2.5K`, `¥10M`, `$0.25`, with at most two
   * decimals.
   *
   * @param minor in the currency's minor units, not negative
   */
  public static String compact(long minor, Currency currency) {
    BigDecimal value = BigDecimal.valueOf(minor, currency.exponent());
    int thousands = Math.max(0, (value.precision() - value.scale() - 1) / 3);
    int letter = value.signum() == 0 ? 0 : Math.min(thousands, UNITS.length() - 1);
    return sign(currency)
        + value
            .movePointLeft(3 * letter)
            .setScale(2, RoundingMode.HALF_UP)
            .stripTrailingZeros()
            .toPlainString()
        + UNITS.substring(letter, letter + 1).strip();
  }

  /** Returns the symbol: a sign without a space after it, letters with a no-break space. */
  private static String sign(Currency currency) {
    String sign =
        java.util.Currency.getInstance(currency.code().toUpperCase(Locale.ROOT))
            .getSymbol(LANGUAGE);
    boolean close = Character.getType(sign.charAt(sign.length() - 1)) == Character.CURRENCY_SYMBOL;
    return close ? sign : sign + NO_BREAK_SPACE;
  }
}
