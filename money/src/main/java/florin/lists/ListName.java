package florin.lists;

import java.util.Locale;

/** The two lists of an account and mode. */
public enum ListName {
  /** Payments with a listed value fail. */
  BLOCK,
  /** Payments with a listed value are not blocked. */
  ALLOW;

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static ListName ofText(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
