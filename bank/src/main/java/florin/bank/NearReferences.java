package florin.bank;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Creditor references that a payer may have meant by a mistyped one. The mistakes: a wrong, extra
 * or missing digit, two swapped digits, wrong check digits, or no `RF`. Only references with
 * correct check digits are returned, about one variant in a hundred. They are suggestions to a
 * person; Florin never assigns money by them.
 */
public final class NearReferences {
  /** The most references that are returned. */
  public static final int MOST = 50;

  private static final String PREFIX = "RF";
  private static final int DIGITS = 14;
  private static final int CHECK = 2;
  private static final int RADIX = 10;

  /** The most positions in a text at which a reference is tried. */
  private static final int MAX_PLACES = 20;

  /** A reference as a payer types it: with at most one digit too many or too few. */
  private static final Pattern TYPED =
      Pattern.compile("(?i)(?<![A-Z0-9])RF(?:[ .-]?[0-9]){13,15}(?![ .-]?[0-9])");

  private NearReferences() {}

  /** Returns the text with a slash for each `RF` with about as many digits as a reference has. */
  public static String replaced(String text) {
    return TYPED.matcher(text).replaceAll("/");
  }

  /**
   * Returns the references that a text may mean, the likeliest first, including those that are
   * typed correctly.
   */
  public static List<CreditorReference> of(String text) {
    String plain =
        text.substring(0, Math.min(text.length(), CreditorReference.MAX_SCAN))
            .toUpperCase(Locale.ROOT)
            .replaceAll("[^A-Z0-9]", "");
    var found = new LinkedHashSet<CreditorReference>();
    for (String typed : typed(plain)) {
      variants(typed).stream()
          .flatMap(digits -> CreditorReference.find(PREFIX + digits).stream())
          .forEach(found::add);
      if (typed.length() == DIGITS && isAllDigits(typed)) {
        found.add(CreditorReference.of(typed.substring(CHECK)));
      }
    }
    return found.stream().limit(MOST).toList();
  }

  /** Returns the strings that may be the digits of a reference. */
  private static Set<String> typed(String plain) {
    var typed = new LinkedHashSet<String>();
    int places = 0;
    for (int at = plain.indexOf(PREFIX);
        at >= 0 && places < MAX_PLACES;
        at = plain.indexOf(PREFIX, at + 1)) {
      places++;
      int begin = at + PREFIX.length();
      for (int length : new int[] {DIGITS, DIGITS - 1, DIGITS + 1}) {
        if (begin + length <= plain.length()) {
          typed.add(plain.substring(begin, begin + length));
        }
      }
    }
    for (String run : plain.split("[^0-9]+")) {
      if (run.length() == DIGITS && places++ < MAX_PLACES) {
        typed.add(run);
      }
    }
    return typed;
  }

  private static List<String> variants(String typed) {
    var variants = new ArrayList<String>();
    int length = typed.length();
    if (length == DIGITS) {
      variants.add(typed);
      for (int i = 0; i + 1 < length; i++) {
        variants.add(
            typed.substring(0, i) + typed.charAt(i + 1) + typed.charAt(i) + typed.substring(i + 2));
      }
    }
    for (int i = 0; i < length; i++) {
      if (length > DIGITS) {
        variants.add(typed.substring(0, i) + typed.substring(i + 1));
      } else {
        int end = length == DIGITS ? i + 1 : i;
        for (int digit = 0; digit < RADIX; digit++) {
          variants.add(typed.substring(0, i) + digit + typed.substring(end));
        }
      }
    }
    if (length < DIGITS) {
      for (int digit = 0; digit < RADIX; digit++) {
        variants.add(typed + digit);
      }
    }
    variants.removeIf(variant -> !isAllDigits(variant));
    return variants;
  }

  private static boolean isAllDigits(String text) {
    return text.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
