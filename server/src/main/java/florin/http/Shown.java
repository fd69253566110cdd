package florin.http;

import java.util.regex.Pattern;

/**
 * A name that a client chose, as we may show it: short, and without what could be a card number.
 */
final class Shown {
  private static final int MAX_CODE_POINTS = 64;
  private static final Pattern LONG_NUMBER = Pattern.compile("[0-9](?:[ -]?[0-9]){7,}");

  private Shown() {}

  static String name(String name) {
    String masked = LONG_NUMBER.matcher(name).replaceAll("…");
    return masked.codePointCount(0, masked.length()) <= MAX_CODE_POINTS
        ? masked
        : masked.substring(0, masked.offsetByCodePoints(0, MAX_CODE_POINTS)) + "…";
  }
}
