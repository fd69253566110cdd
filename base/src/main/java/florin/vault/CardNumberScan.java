package florin.vault;

import florin.core.Pan;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The detection of card numbers in free text, where they would be stored and shown in clear text.
 *
 * <p>A card number is a maximal run of digits that passes the Luhn check. Its prefix and length are
 * issued by a brand today ({@link Brand}). The digits may be those of any script. Between two
 * digits there may be one or two separators: spaces of any kind, line breaks, hyphens, dots,
 * zero-width characters. CR and LF together are one line break.
 *
 * <p>The scan checks the whole run, and each of its groups, which are the adjacent digits. It also
 * checks sequences of groups in the shape of a card's front (4-4-4-4, 4-4-4-4-3, 4-6-5, 4-6-4). An
 * expiry date or a security code is often written next to the number. A part of a group is never
 * checked, because a long order number often contains sixteen digits that look like a card.
 *
 * <p>An IBAN in groups of four begins with letters and two digits together. It is checked without
 * those shapes, because one in some dozens has such a shape by chance. A UUID never counts, because
 * Florin recommends UUIDs for idempotency keys. The digits of eight in a hundred thousand random
 * ones look like a card number.
 */
public final class CardNumberScan {
  private static final int SHORTEST = 14;

  /** The length up to which a run is stored. Longer runs can't be a card number. */
  private static final int LONGEST = 19;

  /** The lengths of the groups of digits on a card's front. */
  private static final List<String> SHAPES = List.of("4444", "44443", "465", "464");

  /** The most groups of a shape. */
  private static final int MOST_GROUPS = 5;

  private static final int LONGEST_GROUP = 6;

  /** The most separators between two digits of one number. */
  private static final int MAX_SEPARATORS = 2;

  private static final Pattern UUID =
      Pattern.compile(
          "(?<![0-9A-Za-z])[0-9A-Fa-f]{8}(-?)[0-9A-Fa-f]{4}\\1[0-9A-Fa-f]{4}\\1[0-9A-Fa-f]{4}\\1[0-9A-Fa-f]{12}(?![0-9A-Za-z])");

  /**
   * Separators that Unicode classifies as something else: tabs and line breaks, hyphens, and the
   * dots of scripts, lists and formulas.
   */
  private static final String OTHER_SEPARATORS =
      "\t\n\u000b\f\r\u0085"
          + "\u2043\u2212"
          + ".\u00b7\u0387\u06d4\u2022\u2024\u2027\u2219\u22c5\u3002\u30fb\ufe52\uff0e\uff61\uff65";

  private CardNumberScan() {}

  /**
   * Returns whether the text contains a card number. The time is proportional to the text's length.
   */
  public static boolean finds(String text) {
    return text.length() >= SHORTEST
        && hasNumber(text)
        && hasNumber(UUID.matcher(text).replaceAll("/"));
  }

  /** Returns a text to be stored: unchanged, or without any digit if it has a card number. */
  public static String masked(String text) {
    return finds(text) ? text.replaceAll("\\p{Nd}", "•") : text;
  }

  private static boolean hasNumber(String text) {
    var run = new Run();
    int separators = 0;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (c == '\r' && i < text.length() && text.charAt(i) == '\n') {
        i++;
      }
      int digit = Character.isDigit(c) ? Character.digit(c, 10) : -1;
      if (digit >= 0) {
        run.add((char) ('0' + digit));
        separators = 0;
        continue;
      }
      boolean isWithinRun = separators < MAX_SEPARATORS && isSeparator(c);
      if (run.endGroup() || (!isWithinRun && run.isCardNumber())) {
        return true;
      }
      if (isWithinRun) {
        separators++;
      } else {
        run.clear(Character.isLetter(c));
        separators = 0;
      }
    }
    return run.endGroup() || run.isCardNumber();
  }

  private static boolean isSeparator(int c) {
    return switch (Character.getType(c)) {
      // Marks without a width count as separators. A keycap digit is a digit followed by two of
      // them.
      case Character.SPACE_SEPARATOR,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.DASH_PUNCTUATION,
          Character.FORMAT,
          Character.NON_SPACING_MARK,
          Character.ENCLOSING_MARK ->
          true;
      default -> OTHER_SEPARATORS.indexOf(c) >= 0;
    };
  }

  private static boolean isCardNumber(CharSequence digits) {
    if (digits.length() < SHORTEST || digits.length() > LONGEST) {
      return false;
    }
    var pan = new Pan(digits.toString());
    return pan.isValid() && Brand.isIssuedToday(pan);
  }

  /**
   * A run of digits that may be one number. It holds only the last few groups, which bounds the
   * work.
   */
  private static final class Run {
    private final StringBuilder digits = new StringBuilder(LONGEST + 1);
    private final StringBuilder group = new StringBuilder(LONGEST + 1);

    /** The last digits of short groups, up to the length of a card number. */
    private final StringBuilder window = new StringBuilder();

    /** The length of each group at the end of the window, as a digit. */
    private final StringBuilder lengths = new StringBuilder();

    private boolean followsLetter;
    private boolean isIban;

    void add(char digit) {
      if (digits.length() <= LONGEST) {
        digits.append(digit);
      }
      if (group.length() <= LONGEST) {
        group.append(digit);
      }
    }

    /** Returns whether the group that ends here, if any, is or completes a card number. */
    boolean endGroup() {
      boolean isNextToLetter = followsLetter;
      followsLetter = false;
      if (group.isEmpty()) {
        return false;
      }
      boolean isFound = CardNumberScan.isCardNumber(group);
      isIban = isIban || (isNextToLetter && digits.length() == 2);
      if (group.length() > LONGEST_GROUP) {
        lengths.setLength(0);
      } else {
        window.append(group);
        window.delete(0, Math.max(0, window.length() - LONGEST));
        lengths.append(group.length());
        if (lengths.length() > MOST_GROUPS) {
          lengths.deleteCharAt(0);
        }
        isFound = !isIban && isWindowCardNumber();
      }
      group.setLength(0);
      return isFound;
    }

    private boolean isWindowCardNumber() {
      for (String shape : SHAPES) {
        int from = lengths.length() - shape.length();
        if (from >= 0 && lengths.indexOf(shape, from) == from) {
          int length = shape.chars().map(c -> c - '0').sum();
          if (CardNumberScan.isCardNumber(window.substring(window.length() - length))) {
            return true;
          }
        }
      }
      return false;
    }

    boolean isCardNumber() {
      return CardNumberScan.isCardNumber(digits);
    }

    void clear(boolean byLetter) {
      digits.setLength(0);
      lengths.setLength(0);
      followsLetter = byLetter;
      isIban = false;
    }
  }
}
