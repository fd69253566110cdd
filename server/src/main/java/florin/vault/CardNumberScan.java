package florin.vault;

import florin.core.Pan;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Finds card numbers that strayed into free text, where they would be stored and shown in the
 * clear.
 *
 * <p>A card number there is a maximal run of digits that passes the Luhn check and has a prefix and
 * a length that a brand issues today ({@link Brand}). The digits may be those of any script, and
 * between two of them may stand one or two separators: spaces of any kind, line breaks, hyphens,
 * dots, characters without a width. CR and LF together are one line break.
 *
 * <p>Of such a run is judged: the whole; each of its groups, which are the digits that stand
 * together; and groups one after another that have the shape of a card's front (4-4-4-4, 4-4-4-4-3,
 * 4-6-5, 4-6-4), since an expiry date or a code is often written next to the number. A group is
 * never judged in part: a long order number often has sixteen digits in it that look like a card.
 *
 * <p>An IBAN that is written in fours, letters and two digits together before them, is judged
 * without those shapes, which one in some dozens has by chance. A UUID is none, though its digits
 * may look like one: eight in a hundred thousand random ones do, and they are what we advise for
 * idempotency keys.
 */
public final class CardNumberScan {
  private static final int SHORTEST = 14;

  /** Longer runs than the longest number that is looked for are only counted up to here. */
  private static final int LONGEST = 19;

  /** How many digits stand together on a card's front. */
  private static final List<String> SHAPES = List.of("4444", "44443", "465", "464");

  /** In a shape; and the digits that a group of one has. */
  private static final int MOST_GROUPS = 5;

  private static final int LONGEST_GROUP = 6;

  /** A line break of EBCDIC, which is a control character of Unicode. */
  private static final int NEXT_LINE = 0x85;

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

  /** Returns a text to be stored: as it is, or without any digit if it has a card number. */
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
      boolean goesOn = digit >= 0 || (isSeparator(c) && separators < MAX_SEPARATORS);
      if (digit >= 0) {
        run.add((char) ('0' + digit));
        separators = 0;
      } else if (run.endGroup() || (!goesOn && run.isCardNumber())) {
        return true;
      } else if (goesOn) {
        separators++;
      } else {
        run.clear(Character.isLetter(c));
        separators = 0;
      }
    }
    return run.endGroup() || run.isCardNumber();
  }

  private static boolean isSeparator(int c) {
    if (c < 0x80) {
      return c == ' ' || c == '-' || c == '.' || (c >= '\t' && c <= '\r');
    }
    return switch (Character.getType(c)) {
      // Of the marks, those of no width; a key-cap digit is a digit and two of them.
      case Character.SPACE_SEPARATOR,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.DASH_PUNCTUATION,
          Character.FORMAT,
          Character.NON_SPACING_MARK,
          Character.ENCLOSING_MARK ->
          true;
      default -> c == NEXT_LINE || HYPHENS_AND_DOTS.indexOf(c) >= 0;
    };
  }

  private static boolean isCardNumber(CharSequence digits) {
    if (digits.length() < SHORTEST || digits.length() > LONGEST) {
      return false;
    }
    var pan = new Pan(digits.toString());
    return pan.isValid() && Brand.isIssuedToday(pan);
  }

  /** Digits that may be one number. Of its groups it knows the last few, which bounds the work. */
  private static final class Run {
    private final StringBuilder digits = new StringBuilder(LONGEST + 1);
    private final StringBuilder group = new StringBuilder(LONGEST + 1);

    /**
     * The last groups that a shape may have, one after another; and the length of each, a digit.
     */
    private final StringBuilder window = new StringBuilder();

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

    /** Whether the group that ends here, if one does, is or completes a card number. */
    boolean endGroup() {
      boolean isNextToLetter = followsLetter;
      followsLetter = false;
      if (group.isEmpty()) {
        return false;
      }
      boolean isFound = CardNumberScan.isCardNumber(group);
      isIban = isIban || (isNextToLetter && digits.length() == 2);
      if (group.length() > LONGEST_GROUP) {
        clearWindow();
      } else {
        window.append(group);
        lengths.append(group.length());
        if (lengths.length() > MOST_GROUPS) {
          window.delete(0, lengths.charAt(0) - '0');
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
      clearWindow();
      followsLetter = byLetter;
      isIban = false;
    }

    private void clearWindow() {
      window.setLength(0);
      lengths.setLength(0);
    }
  }
}
