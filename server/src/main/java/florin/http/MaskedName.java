package florin.http;

import java.util.regex.Pattern;

/**
 * A name that a client chose, as we may show it: short, and without what could be a card number.
 */
final class MaskedName {
  private static final int MAX_CODE_POINTS = 64;

  /** Of what follows nothing is shown, whatever is masked before. */
  private static final int MAX_LOOKED_AT = 4 * MAX_CODE_POINTS;

  /** Eight digits of any script or more, with one or two of anything but letters between them. */
  private static final Pattern LONG_NUMBER =
      Pattern.compile("\\p{Nd}(?:[^\\p{L}\\p{Nd}]{0,2}\\p{Nd}){7,}");

  private MaskedName() {}

  static String of(String name) {
    String head = name.substring(0, Math.min(name.length(), MAX_LOOKED_AT));
    String masked = LONG_NUMBER.matcher(head).replaceAll("…");
    return masked.codePointCount(0, masked.length()) <= MAX_CODE_POINTS
        ? masked
        : masked.substring(0, masked.offsetByCodePoints(0, MAX_CODE_POINTS)) + "…";
  }
}
