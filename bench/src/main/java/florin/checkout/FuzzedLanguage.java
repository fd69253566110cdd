package florin.checkout;

import java.util.Optional;

/** Selects the language of a payer's page. */
public final class FuzzedLanguage {
  private FuzzedLanguage() {}

  /** Returns the language for an `Accept-Language` header. */
  public static Language of(String acceptLanguage) {
    return Language.ofHeader(Optional.of(acceptLanguage));
  }
}
