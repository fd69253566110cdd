package florin.checkout;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The language of a page or mail for payers. */
public enum Language {
  EN("English"),
  DE("Deutsch"),
  FR("Français"),
  ES("Español");

  /** The longest header that is parsed, more than any browser sends. */
  private static final int MAX_HEADER = 500;

  private final String label;
  private final String text = name().toLowerCase(Locale.ROOT);

  Language(String label) {
    this.label = label;
  }

  /** Returns the language's own name. */
  public String label() {
    return label;
  }

  /** Returns the code of ISO 639 for SQL, JSON and HTML. */
  public String text() {
    return text;
  }

  Locale locale() {
    return Locale.of(text);
  }

  public static Language of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }

  /** Returns the language that a browser prefers (RFC 9110, section 12.5.4); English by default. */
  public static Language ofHeader(Optional<String> acceptLanguage) {
    String header = acceptLanguage.orElse("");
    if (header.isBlank() || header.length() > MAX_HEADER) {
      return EN;
    }
    try {
      return Locale.LanguageRange.parse(header).stream()
          .filter(range -> range.getWeight() > 0)
          .flatMap(range -> find(range.getRange()).stream())
          .findFirst()
          .orElse(EN);
    } catch (IllegalArgumentException malformed) {
      return EN;
    }
  }

  private static Optional<Language> find(String range) {
    String language = range.split("-", 2)[0];
    return List.of(values()).stream().filter(one -> one.text.equals(language)).findFirst();
  }
}
