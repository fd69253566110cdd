package florin.lists;

import java.util.Locale;

/** What an entry lists. */
public enum ListKind {
  CARD_FINGERPRINT,
  /** The first six or eight digits of a card number. */
  CARD_BIN,
  EMAIL,
  EMAIL_DOMAIN,
  /** A network address or a range of them. */
  ADDRESS;

  /** Returns the name, as in SQL and JSON. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static ListKind ofText(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
