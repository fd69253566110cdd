package florin.bank.statement;

import java.util.Optional;

/** The texts of a file as Florin stores them: without control characters, and limited in length. */
final class EntryText {
  /** The most characters of an id or a reference; ISO 20022 allows 35. */
  static final int MAX_ID = 140;

  /** The most characters of a name; ISO 20022 allows 140. */
  static final int MAX_NAME = 140;

  private static final String NO_ID = "NOTPROVIDED";
  private static final String NO_REFERENCE = "NONREF";

  private EntryText() {}

  /** Returns an id or reference; empty if the file marks it as absent. */
  static Optional<String> id(String text) {
    String plain = plain(text, MAX_ID);
    return plain.isEmpty() || plain.equalsIgnoreCase(NO_ID) || plain.equalsIgnoreCase(NO_REFERENCE)
        ? Optional.empty()
        : Optional.of(plain);
  }

  static Optional<String> name(String text) {
    return Optional.of(plain(text, MAX_NAME)).filter(name -> !name.isEmpty());
  }

  /**
   * Removes control characters except line breaks. The database rejects NUL, and no text needs the
   * others.
   */
  static String plain(String text, int most) {
    var plain = new StringBuilder(Math.min(text.length(), most));
    for (int i = 0; i < text.length() && plain.length() < most; i++) {
      char c = text.charAt(i);
      plain.append(Character.isISOControl(c) && c != '\n' ? ' ' : c);
    }
    if (!plain.isEmpty() && Character.isHighSurrogate(plain.charAt(plain.length() - 1))) {
      plain.setLength(plain.length() - 1);
    }
    return plain.toString().strip();
  }
}
