package florin.core;

/** The check digits of IBANs and creditor references (ISO 7064, mod 97-10). */
public final class Mod97 {
  private static final int MODULUS = 97;

  private Mod97() {}

  /**
   * Returns the remainder for digits and upper-case letters; a letter counts as two digits, A as
   * 10.
   */
  public static int of(String text) {
    int rest = 0;
    for (int i = 0; i < text.length(); i++) {
      rest = append(rest, text.charAt(i));
    }
    return rest;
  }

  /** Returns the remainder after one more character. */
  public static int append(int rest, char next) {
    return next <= '9'
        ? (rest * 10 + next - '0') % MODULUS
        : (rest * 100 + next - 'A' + 10) % MODULUS;
  }

  /** Splits a text into groups of four, as banks print it for people to type. */
  public static String groups(String text) {
    return text.replaceAll("(.{4})(?!$)", "$1 ");
  }
}
