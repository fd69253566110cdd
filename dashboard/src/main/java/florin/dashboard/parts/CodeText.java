package florin.dashboard.parts;

import java.util.Locale;

/** Converts codes to text: `requested_by_customer` is "Requested by customer". */
public final class CodeText {
  private CodeText() {}

  /** Returns a code that is written in upper case, such as `USD`. */
  public static String upper(String code) {
    return code.toUpperCase(Locale.ROOT);
  }

  public static String of(Enum<?> code) {
    return of(code.name());
  }

  public static String of(String code) {
    return sentence(code.toLowerCase(Locale.ROOT).replace('_', ' '));
  }

  /** Returns words with an upper-case letter at their start. */
  public static String sentence(String words) {
    return words.isEmpty()
        ? ""
        : words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }
}
