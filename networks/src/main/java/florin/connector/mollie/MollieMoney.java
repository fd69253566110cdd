package florin.connector.mollie;

import florin.connector.remote.RemoteObject;
import florin.core.Currency;
import florin.core.Money;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The conversion of amounts to Mollie's format, `{"currency": "EUR", "value": "10.00"}`, with
 * exactly the currency's decimals. Source: Mollie, "Multicurrency".
 */
final class MollieMoney {
  private static final Pattern VALUE = Pattern.compile("[0-9]{1,12}(\\.[0-9]{2})?");

  private MollieMoney() {}

  /** Returns whether amounts of the currency can be written, with two decimals at most. */
  static boolean has(Currency currency) {
    return currency.exponent() <= 2;
  }

  /** Returns the amount in Mollie's format. */
  static Map<String, String> write(Money money) {
    Currency currency = money.currency();
    return Map.of(
        "currency", currency.code().toUpperCase(Locale.ROOT),
        "value", BigDecimal.valueOf(money.minor(), currency.exponent()).toPlainString());
  }

  /** Reads an amount. Returns empty for an unknown currency, or for other decimals than its own. */
  static Optional<Money> read(String field, RemoteObject object) {
    Optional<Currency> currency =
        object
            .text(field, "currency")
            .flatMap(code -> Currency.find(code.toLowerCase(Locale.ROOT)))
            .filter(found -> found.code().length() == 3);
    return currency.flatMap(known ->
        object
            .text(field, "value")
            .filter(value -> VALUE.matcher(value).matches())
            .map(BigDecimal::new)
            .filter(value -> value.scale() == known.exponent())
            .map(BigDecimal::unscaledValue)
            .map(minor -> minor.longValueExact())
            .filter(minor -> minor <= Money.MAX_MINOR)
            .map(minor -> new Money(minor, known)));
  }
}
