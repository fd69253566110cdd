package florin.brake;

import java.util.Locale;

/** What the brake does with a card from a browser, from the mildest to the strictest. */
public enum Step {
  NONE,
  /** The request waits for a short time. */
  SLOW,
  /** The payer's browser proves its work; a publishable key is slowed instead. */
  PROVE,
  /** The card is refused before any network is asked. */
  CLOSE;

  /** Returns the name, as in SQL and JSON. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Step ofText(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }

  boolean isStricter(Step other) {
    return compareTo(other) > 0;
  }
}
