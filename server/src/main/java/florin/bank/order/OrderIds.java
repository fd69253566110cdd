package florin.bank.order;

import java.util.regex.Pattern;

/**
 * Names within a payment file, as banks take them (EPC132-08, 1.4: no slash at an end, none
 * doubled).
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
