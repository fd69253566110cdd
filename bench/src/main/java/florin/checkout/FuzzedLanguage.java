package florin.checkout;

import java.util.Optional;

/** Selects the language of a payer's page. */
public final class FuzzedLanguage {
  private FuzzedLanguage() {}

  public static Language of(String acceptLanguage) {
    return Language.ofHeader(Optional.of(acceptLanguage));
  }
}
