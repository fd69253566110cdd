package florin.vault;

import florin.core.Pan;

/**
 * Finds card numbers that strayed into free text, where they would be stored and shown in the
 * clear.
 *
 * <p>A card number there is a maximal run of digits, single spaces or hyphens between them allowed,
 * that passes the Luhn check and has a prefix and a length that a brand issues today: Visa,
 * Mastercard, JCB and Discover 16, American Express 15, Diners 14. The run is judged whole and
 * never in part: a long order number often has sixteen digits in it that look like a card. Digits
 * are ASCII's.
 */
public final class CardNumberScan {
  /** Longer runs than the longest number that is looked for are only counted up to here. */
  private static final int LONGEST = 16;

  private CardNumberScan() {}

  /** Takes time in proportion to the text's length, whatever stands in it. */
  public static boolean finds(String text) {
    var run = new StringBuilder(LONGEST + 1);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isDigit(c)) {
        if (run.length() <= LONGEST) {
          run.append(c);
        }
      } else if (!joins(text, i)) {
        if (isCardNumber(run)) {
          return true;
        }
        run.setLength(0);
      }
    }
    return isCardNumber(run);
  }

  /** Whether what stands here is a single separator between two digits. */
  private static boolean joins(String text, int i) {
    char c = text.charAt(i);
    return (c == ' ' || c == '-')
        && i > 0
        && i + 1 < text.length()
        && isDigit(text.charAt(i - 1))
        && isDigit(text.charAt(i + 1));
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isCardNumber(StringBuilder run) {
    if (run.length() < 14 || run.length() > LONGEST) {
      return false;
    }
    var pan = new Pan(run.toString());
    return pan.isValid() && Brand.isIssuedToday(pan);
  }
}
