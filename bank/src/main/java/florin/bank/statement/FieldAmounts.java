package florin.bank.statement;

import florin.bank.statement.StatementException.Faults;
import florin.bank.statement.StatementException.Kind;
import florin.core.Currency;
import florin.core.Money;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Pattern;

/** Parses amounts and currencies of a file exactly, or rejects them. */
final class FieldAmounts {
  private static final Pattern DECIMAL =
      Pattern.compile("[0-9]{1,18}([.][0-9]{0,6})?|[.][0-9]{1,6}");
  private static final BigDecimal MOST = BigDecimal.valueOf(Money.MAX_MINOR);

  private FieldAmounts() {}

  static Currency currency(String code, Faults faults) throws StatementException {
    return Currency.find(code.strip().toLowerCase(Locale.ROOT))
        .orElseThrow(() ->
            faults.fault(
                Kind.FIELD,
                "The currency is not in ISO 4217. Expected three letters such as EUR."));
  }

  /**
   * Parses an amount.
   *
   * @param text digits, with a period before decimals
   */
  static Money amount(String text, Currency currency, Faults faults) throws StatementException {
    if (!DECIMAL.matcher(text).matches()) {
      throw faults.fault(Kind.FIELD, "Not an amount. Expected digits, such as 1234.56.");
    }
    BigDecimal minor =
        new BigDecimal(text).movePointRight(currency.exponent()).stripTrailingZeros();
    if (minor.scale() > 0) {
      throw faults.fault(
          Kind.FIELD,
          "The amount has more decimals than its currency: %d are expected."
              .formatted(currency.exponent()));
    }
    if (minor.compareTo(MOST) > 0) {
      throw faults.fault(
          Kind.TOO_LARGE, "The amount exceeds %d smallest units.".formatted(Money.MAX_MINOR));
    }
    return new Money(minor.longValueExact(), currency);
  }
}
