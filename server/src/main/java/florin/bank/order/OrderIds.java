package florin.bank.order;

import java.util.regex.Pattern;

/**
 * Ids within a payment file, in the form that banks accept (EPC132-08, 1.4: no slash at either end,
 * no double slash).
 */
final class OrderIds {
  private static final Pattern SHAPE =
      Pattern.compile("(?!/)(?!.*//)[A-Za-z0-9+?:().,'/-][A-Za-z0-9+?:().,'/ -]{0,34}(?<![/ ])");

  private OrderIds() {}

  static void check(String id) {
    if (!SHAPE.matcher(id).matches()) {
      throw new IllegalArgumentException("not an id as banks take it: 1 to 35 plain characters");
    }
  }
}
