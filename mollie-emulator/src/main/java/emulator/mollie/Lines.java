package emulator.mollie;

import java.math.BigDecimal;
import java.math.RoundingMode;
import tools.jackson.databind.JsonNode;

/** Checks the lines of a payment, by the formulas of Mollie's documentation. */
final class Lines {
  private Lines() {}

  static void check(JsonNode lines, Amount amount) {
    if (!lines.isArray()) {
      throw Problem.invalid("The lines must be an array", "lines");
    }
    long sum = 0;
    for (int i = 0; i < lines.size(); i++) {
      sum += total(lines.get(i), "lines." + i, amount.currency());
    }
    if (sum != amount.minor()) {
      throw Problem.invalid(
          "The amount of the payment differs from the total of its lines", "lines");
    }
  }

  private static long total(JsonNode line, String field, String currency) {
    for (String name : new String[] {"description", "quantity", "unitPrice", "totalAmount"}) {
      if (!line.hasNonNull(name)) {
        throw Problem.missing(field + "." + name);
      }
    }
    if (!line.get("quantity").isInt() || line.get("quantity").intValue() < 1) {
      throw Problem.invalid("The quantity must be at least 1", field + ".quantity");
    }
    long price = minor(line, "unitPrice", field, currency);
    long discount = minor(line, "discountAmount", field, currency);
    long total = minor(line, "totalAmount", field, currency);
    if (total != price * line.get("quantity").intValue() - discount) {
      throw Problem.invalid("The total amount of the line is off", field + ".totalAmount");
    }
    if (line.hasNonNull("vatRate") && line.hasNonNull("vatAmount")) {
      checkVat(line, field, total, minor(line, "vatAmount", field, currency));
    }
    return total;
  }

  private static long minor(JsonNode line, String name, String field, String currency) {
    if (!line.hasNonNull(name)) {
      return 0;
    }
    Amount amount = Amount.read(line.get(name), field + "." + name);
    if (!amount.currency().equals(currency)) {
      throw Problem.invalid("The currency differs from the payment's", field + "." + name);
    }
    return amount.minor();
  }

  private static void checkVat(JsonNode line, String field, long total, long vat) {
    String text = line.get("vatRate").stringValue("");
    if (!text.matches("[0-9]{1,3}(\\.[0-9]{1,2})?")) {
      throw Problem.invalid("The VAT rate must be a string", field + ".vatRate");
    }
    BigDecimal rate = new BigDecimal(text);
    BigDecimal whole = rate.add(BigDecimal.valueOf(100));
    BigDecimal expected =
        BigDecimal.valueOf(total).multiply(rate).divide(whole, 0, RoundingMode.HALF_UP);
    if (expected.longValueExact() != vat) {
      throw Problem.invalid("The VAT amount of the line is off", field + ".vatAmount");
    }
  }
}
