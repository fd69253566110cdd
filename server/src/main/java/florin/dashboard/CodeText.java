package florin.dashboard;

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
    String words = code.toLowerCase(Locale.ROOT).replace('_', ' ');
    return words.isEmpty()
        ? ""
        : words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }
}
