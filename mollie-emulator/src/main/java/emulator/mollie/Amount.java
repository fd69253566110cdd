package emulator.mollie;

import emulator.provider.Json;
import java.math.BigDecimal;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An amount, which Mollie writes as `{"currency": "EUR", "value": "10.00"}` with exactly the
 * decimals of the currency.
 *
 * @param minor in the smallest unit of the currency
 */
record Amount(String currency, long minor) {
  private static final Set<String> WITHOUT_DECIMALS = Set.of("ISK", "JPY");
  private static final Set<String> CURRENCIES =
      Set.of(
          "AED", "AUD", "BGN", "BRL", "CAD", "CHF", "CZK", "DKK", "EUR", "GBP", "HKD", "HUF", "ILS",
          "ISK", "JPY", "MXN", "MYR", "NOK", "NZD", "PHP", "PLN", "RON", "RUB", "SEK", "SGD", "THB",
          "TWD", "USD", "ZAR");

  private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,12}");
  private static final Pattern TWO_DECIMALS = Pattern.compile("-?[0-9]{1,12}\\.[0-9]{2}");

  /**
   * Returns the amount of a request. Rejects an unknown currency, a value that is not a string, and
   * wrong decimals.
   *
   * @param field the name of the amount's field, which may be a path such as `lines.0.unitPrice`
   */
  static Amount read(JsonNode json, String field) {
    if (!json.isObject()) {
      throw Problem.invalid("The amount must contain a currency and a value", field);
    }
    if (!json.path("currency").isString()) {
      throw Problem.missing(field + ".currency");
    }
    if (!json.path("value").isString()) {
      throw Problem.invalid("The amount's value must be a string", field + ".value");
    }
    String currency = json.get("currency").stringValue();
    String value = json.get("value").stringValue();
    if (!CURRENCIES.contains(currency)) {
      throw Problem.invalid("The currency is not supported", field + ".currency");
    }
    if (!shape(currency).matcher(value).matches()) {
      throw Problem.invalid(
          "The amount's value must have exactly " + decimals(currency) + " decimals",
          field + ".value");
    }
    return new Amount(currency, new BigDecimal(value).unscaledValue().longValueExact());
  }

  /** Returns the amount of a text such as `10.00`. */
  static Amount of(String value, String currency) {
    return read(Json.object().put("currency", currency).put("value", value), "amount");
  }

  private static int decimals(String currency) {
    return WITHOUT_DECIMALS.contains(currency) ? 0 : 2;
  }

  private static Pattern shape(String currency) {
    return decimals(currency) == 0 ? WHOLE : TWO_DECIMALS;
  }

  Amount with(long other) {
    return new Amount(currency, other);
  }

  String value() {
    return BigDecimal.valueOf(minor, decimals(currency)).toPlainString();
  }

  ObjectNode json() {
    return Json.object().put("currency", currency).put("value", value());
  }
}
