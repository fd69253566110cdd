package florin.http;

import java.util.regex.Pattern;

/**
 * A name that a client chose, in a form that is safe to show: short, without possible card numbers,
 * and made of complete, visible characters.
 */
final class MaskedName {
  private static final int MAX_CODE_POINTS = 64;

  /** The part of a name that is processed; nothing after it is shown. */
  private static final int MAX_LOOKED_AT = 4 * MAX_CODE_POINTS;

  /**
   * Eight or more digits of any script, with at most two other characters, no letters, between
   * them.
   */
  private static final Pattern LONG_NUMBER =
      Pattern.compile("\\p{Nd}(?:[^\\p{L}\\p{Nd}]{0,2}\\p{Nd}){7,}");

  private static final Pattern CONTROL = Pattern.compile("\\p{Cc}");

  private MaskedName() {}

  static String of(String name) {
    String masked = LONG_NUMBER.matcher(head(name)).replaceAll("…");
    masked = CONTROL.matcher(masked).replaceAll("\uFFFD");
    return masked.codePointCount(0, masked.length()) <= MAX_CODE_POINTS
        ? masked
        : masked.substring(0, masked.offsetByCodePoints(0, MAX_CODE_POINTS)) + "…";
  }

  private static String head(String name) {
    if (name.length() <= MAX_LOOKED_AT) {
      return name;
    }
    boolean isWhole = !Character.isHighSurrogate(name.charAt(MAX_LOOKED_AT - 1));
    return name.substring(0, isWhole ? MAX_LOOKED_AT : MAX_LOOKED_AT - 1);
  }
}
