package florin.bank.statement;

import java.util.Optional;

/** Texts of a file, as they are kept: without control characters, and only as long as is of use. */
final class EntryText {
  /** Of ids and references: ISO 20022 has 35. */
  static final int MAX_ID = 140;

  /** Of a name: ISO 20022 has 140. */
  static final int MAX_NAME = 140;

  private static final String NO_ID = "NOTPROVIDED";
  private static final String NO_REFERENCE = "NONREF";

  private EntryText() {}

  /** Ids and references; none where the file says that there is none. */
  static Optional<String> id(String text) {
    String plain = plain(text, MAX_ID);
    return plain.isEmpty() || plain.equalsIgnoreCase(NO_ID) || plain.equalsIgnoreCase(NO_REFERENCE)
        ? Optional.empty()
        : Optional.of(plain);
  }

  static Optional<String> name(String text) {
    return Optional.of(plain(text, MAX_NAME)).filter(name -> !name.isEmpty());
  }

  /** Line breaks stay; the database takes no NUL, and nobody any other control character. */
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
