package florin.bench.fuzz;

import static florin.bench.fuzz.FuzzFinding.require;

import florin.http.FuzzedExchange;
import florin.vault.CardNumberScan;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares the search for card numbers in free text with a simple implementation of the rule. */
final class CardTextInput implements InputReader {
  /** Digits in a row or in groups of four, without adjacent characters that change the decision. */
  private static final Pattern TOGETHER = Pattern.compile("(?<!\\p{Nd})[0-9]{14,19}(?!\\p{Nd})");

  private static final Pattern IN_FOURS =
      Pattern.compile("(?<!\\p{Nd})[0-9]{4}([ -])[0-9]{4}\\1[0-9]{4}\\1[0-9]{4}(?!\\p{Nd})");

  /** Texts whose digits follow other rules: a UUID, and an IBAN in groups of four. */
  private static final Pattern UUID =
      Pattern.compile("(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}");

  private static final Pattern IBAN = Pattern.compile("\\p{L}\\p{Nd}{2}[^\\p{L}\\p{Nd}]");

  private static final Pattern LONG_NUMBER = Pattern.compile("[0-9]{8}");
  private static final Pattern VISA_OR_MASTERCARD = Pattern.compile("(4[0-9]|5[1-5])[0-9]{14}");
  private static final int SHORTEST = 14;
  private static final int WIDE_ZERO = 0xff10;

  /** Returns whether a card number is found. Free text without one is always accepted. */
  @Override
  public boolean read(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8).replace("\0", "");
    boolean found = CardNumberScan.finds(text);
    require(!found || digits(text) >= SHORTEST, "a number is found in too few digits");
    boolean isUuidThere = UUID.matcher(text).find();
    require(found || isUuidThere || !hasPlainNumber(text), "a card number isn't found");
    String wide = widened(text);
    require(
        isUuidThere || CardNumberScan.finds(wide) == found,
        "digits of another script change the result");
    require(
        !found || CardNumberScan.finds("a\n" + text + "\nb"), "surrounding lines hide a number");
    String masked = FuzzedExchange.masked(text);
    Storable.checkText(masked);
    require(!LONG_NUMBER.matcher(masked).find(), "a masked name shows a long number");
    return found;
  }

  /** Returns whether the text contains a card number of one of two brands, by their prefixes. */
  private static boolean hasPlainNumber(String text) {
    Matcher together = TOGETHER.matcher(text);
    while (together.find()) {
      if (isCard(together.group())) {
        return true;
      }
    }
    if (IBAN.matcher(text).find()) {
      return false;
    }
    Matcher inFours = IN_FOURS.matcher(text);
    while (inFours.find()) {
      if (isCard(inFours.group().replaceAll("[ -]", ""))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isCard(String digits) {
    return VISA_OR_MASTERCARD.matcher(digits).matches() && CardInput.isLuhn(digits);
  }

  private static long digits(String text) {
    return text.codePoints().filter(Character::isDigit).count();
  }

  private static String widened(String text) {
    var wide = new StringBuilder(text.length());
    text.chars().forEach(c -> wide.append((char) (c >= '0' && c <= '9' ? c - '0' + WIDE_ZERO : c)));
    return wide.toString();
  }
}
