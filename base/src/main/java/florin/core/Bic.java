package florin.core;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A bank identifier code, BIC (ISO 9362).
 *
 * @param text four letters or digits for the institution, two letters for its country, two for the
 *     location, and optionally three for a branch. Letters are in upper case
 */
public record Bic(String text) {
  private static final Pattern SHAPE =
      Pattern.compile("[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?");

  public Bic {
    if (!SHAPE.matcher(text).matches()) {
      throw new IllegalArgumentException("not a BIC (ISO 9362)");
    }
  }

  /** Parses a BIC as people and banks write it: removes blanks and accepts lower case. */
  public static Optional<Bic> find(String text) {
    String plain = text.replace(" ", "").toUpperCase(Locale.ROOT);
    return SHAPE.matcher(plain).matches() ? Optional.of(new Bic(plain)) : Optional.empty();
  }

  public String country() {
    return text.substring(4, 6);
  }

  @Override
  public String toString() {
    return text;
  }
}
