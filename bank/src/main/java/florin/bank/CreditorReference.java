package florin.bank;

import florin.core.Mod97;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The reference that a payer names in a transfer, which identifies the transfer (ISO 11649): `RF`,
 * two check digits, and a body of at most 21 letters and digits. Banks carry it as the structured
 * reference, and people type it into the free text.
 *
 * @param text upper case, without blanks
 */
public record CreditorReference(String text) {
  /** The number of characters of a text that are scanned; banks carry 140. */
  public static final int MAX_SCAN = 4_000;

  /** The most references that {@link #scan} returns for a text. */
  public static final int MAX_FOUND = 20;

  private static final String PREFIX = "RF";
  private static final int HEAD = 4;
  private static final int MAX_BODY = 21;
  private static final Pattern BODY = Pattern.compile("[A-Z0-9]{1," + MAX_BODY + "}");
  private static final Pattern SHAPE =
      Pattern.compile(PREFIX + "[0-9]{2}[A-Z0-9]{1," + MAX_BODY + "}");

  public CreditorReference {
    if (!SHAPE.matcher(text).matches() || !fits(text)) {
      throw new IllegalArgumentException("not a creditor reference (ISO 11649)");
    }
  }

  /**
   * Returns the reference with this body, and computes its check digits. A body has 1 to 21 digits
   * and upper-case letters.
   */
  public static CreditorReference of(String body) {
    if (!BODY.matcher(body).matches()) {
      throw new IllegalArgumentException("a reference's body is 1 to 21 letters and digits");
    }
    int check = 98 - Mod97.of(body + PREFIX + "00");
    return new CreditorReference(PREFIX + (check < 10 ? "0" : "") + check + body);
  }

  /**
   * Returns the reference for a number, in twelve digits. All such references have 16 characters,
   * and none is a prefix of another.
   */
  public static CreditorReference of(long number) {
    if (number < 0 || number > 999_999_999_999L) {
      throw new IllegalArgumentException("a reference's number has at most twelve digits");
    }
    return of("%012d".formatted(number));
  }

  /**
   * Parses a text that is one reference as a whole, as people and banks write it: in groups, or in
   * lower case.
   */
  public static Optional<CreditorReference> find(String text) {
    if (text.length() > MAX_SCAN) {
      return Optional.empty();
    }
    String plain = plain(text);
    return SHAPE.matcher(plain).matches() && fits(plain)
        ? Optional.of(new CreditorReference(plain))
        : Optional.empty();
  }

  /**
   * Returns all references that a free text may contain, without duplicates, in the order in which
   * they begin, the longer before the shorter. Banks insert blanks, line breaks and punctuation
   * anywhere, so this removes them first. The end of a reference is then unknown, so this returns
   * every length whose check digits are correct. One in 97 is correct by chance: look up each
   * result, it proves nothing.
   */
  public static List<CreditorReference> scan(String freeText) {
    String plain = plain(freeText.substring(0, Math.min(freeText.length(), MAX_SCAN)));
    var found = new ArrayList<CreditorReference>();
    for (int at = plain.indexOf(PREFIX);
        at >= 0 && found.size() < MAX_FOUND;
        at = plain.indexOf(PREFIX, at + 1)) {
      for (String candidate : fitting(plain, at).reversed()) {
        var reference = new CreditorReference(candidate);
        if (!found.contains(reference)) {
          found.add(reference);
        }
      }
    }
    return List.copyOf(found.subList(0, Math.min(found.size(), MAX_FOUND)));
  }

  /** Returns the reference in groups of four characters, as it is printed. */
  public String formatted() {
    return Mod97.groups(text);
  }

  @Override
  public String toString() {
    return text;
  }

  private static List<String> fitting(String plain, int at) {
    int end = Math.min(plain.length(), at + HEAD + MAX_BODY);
    if (end <= at + HEAD || !isDigit(plain.charAt(at + 2)) || !isDigit(plain.charAt(at + 3))) {
      return List.of();
    }
    var fitting = new ArrayList<String>();
    int rest = 0;
    for (int i = at + HEAD; i < end; i++) {
      rest = Mod97.append(rest, plain.charAt(i));
      int whole = rest;
      for (int j = at; j < at + HEAD; j++) {
        whole = Mod97.append(whole, plain.charAt(j));
      }
      if (whole == 1) {
        fitting.add(plain.substring(at, i + 1));
      }
    }
    return fitting;
  }

  private static boolean fits(String text) {
    return Mod97.of(text.substring(HEAD) + text.substring(0, HEAD)) == 1;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static String plain(String text) {
    var plain = new StringBuilder(text.length());
    for (char c : text.toUpperCase(Locale.ROOT).toCharArray()) {
      if (isDigit(c) || (c >= 'A' && c <= 'Z')) {
        plain.append(c);
      }
    }
    return plain.toString();
  }
}
