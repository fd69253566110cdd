package florin.connector;

import java.util.Locale;

/** The issuer's checks of the card's security code and of the billing address. */
public record Checks(Check cvc, Check addressLine1, Check addressPostalCode) {
  public static final Checks NONE = new Checks(Check.UNCHECKED, Check.UNCHECKED, Check.UNCHECKED);

  public enum Check {
    PASS,
    FAIL,
    /** The issuer did not or could not check. This is also the result if no code was sent. */
    UNAVAILABLE,
    /** There was nothing to check. */
    UNCHECKED;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Check of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }
}
