package florin.vault;

import florin.core.Pan;
import java.util.regex.Pattern;

/**
 * Finds card numbers that strayed into free text, where they would be stored and shown in the
 * clear.
 *
 * <p>A card number there is a maximal run of digits that passes the Luhn check and has a prefix and
 * a length that a brand issues today ({@link Brand}). The digits may be those of any script, and
 * between two of them may stand one or two separators: spaces of any kind, hyphens, dots,
 * characters without a width. The run is judged whole and never in part: a long order number often
 * has sixteen digits in it that look like a card. A line break ends it.
 *
 * <p>A UUID is none, though its digits may look like one: eight in a hundred thousand random ones
 * do, and they are what we advise for idempotency keys.
 */
public final class CardNumberScan {
  private static final int SHORTEST = 14;

  /** Longer runs than the longest number that is looked for are only counted up to here. */
  private static final int LONGEST = 19;

  /** Between two digits of one number. */
  private static final int MAX_SEPARATORS = 2;

  private static final Pattern UUID =
      Pattern.compile(
          "(?<![0-9A-Za-z])[0-9A-Fa-f]{8}(-?)[0-9A-Fa-f]{4}\\1[0-9A-Fa-f]{4}\\1[0-9A-Fa-f]{4}\\1[0-9A-Fa-f]{12}(?![0-9A-Za-z])");

  /** Hyphens that are no dash of Unicode's, and dots: those of scripts, lists and formulas. */
  private static final String HYPHENS_AND_DOTS =
      "\u00ad\u2043\u2212"
          + ".\u00b7\u0387\u06d4\u2022\u2024\u2027\u2219\u22c5\u3002\u30fb\ufe52\uff0e\uff61\uff65";

  private CardNumberScan() {}

  /** Takes time in proportion to the text's length, whatever stands in it. */
  public static boolean finds(String text) {
    return text.length() >= SHORTEST
        && hasNumber(text)
        && hasNumber(UUID.matcher(text).replaceAll("/"));
  }

  private static boolean hasNumber(String text) {
    var run = new StringBuilder(LONGEST + 1);
    int separators = 0;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      int digit = Character.isDigit(c) ? Character.digit(c, 10) : -1;
      if (digit < 0 && isSeparator(c) && separators < MAX_SEPARATORS) {
        separators++;
        continue;
      }
      if (digit < 0 && isCardNumber(run)) {
        return true;
      }
      if (digit < 0) {
        run.setLength(0);
      } else if (run.length() <= LONGEST) {
        run.append((char) ('0' + digit));
      }
      separators = 0;
    }
    return isCardNumber(run);
  }

  private static boolean isSeparator(int c) {
    if (c < 0x80) {
      return c == ' ' || c == '-' || c == '.' || c == '\t';
    }
    return switch (Character.getType(c)) {
      // Of the marks, those of no width; a key-cap digit is a digit and two of them.
      case Character.SPACE_SEPARATOR,
          Character.DASH_PUNCTUATION,
          Character.FORMAT,
          Character.NON_SPACING_MARK,
          Character.ENCLOSING_MARK ->
          true;
      default -> HYPHENS_AND_DOTS.indexOf(c) >= 0;
    };
  }

  private static boolean isCardNumber(StringBuilder run) {
    if (run.length() < SHORTEST || run.length() > LONGEST) {
      return false;
    }
    var pan = new Pan(run.toString());
    return pan.isValid() && Brand.isIssuedToday(pan);
  }
}
