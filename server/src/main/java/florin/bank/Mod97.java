package florin.bank;

/** ISO 7064, mod 97-10: by what IBANs and creditor references are checked. */
final class Mod97 {
  private static final int MODULUS = 97;

  private Mod97() {}

  /** Of digits and upper-case letters; a letter counts as two digits, A as 10. */
  static int of(String text) {
    int rest = 0;
    for (int i = 0; i < text.length(); i++) {
      rest = append(rest, text.charAt(i));
    }
    return rest;
  }

  /** The rest of a text and one character more. */
  static int append(int rest, char next) {
    return next <= '9'
        ? (rest * 10 + next - '0') % MODULUS
        : (rest * 100 + next - 'A' + 10) % MODULUS;
  }

  /** In groups of four, as banks print what people are to type. */
  static String groups(String text) {
    return text.replaceAll("(.{4})(?!$)", "$1 ");
  }
}
