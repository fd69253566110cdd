package florin.core;

import java.util.Locale;

/** The recommended action for a merchant after a decline. */
public enum Advice {
  CONFIRM_CARD_DATA,
  TRY_AGAIN_LATER,
  DO_NOT_TRY_AGAIN;

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Advice of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
