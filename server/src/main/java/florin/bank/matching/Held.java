package florin.bank.matching;

import florin.core.Money;
import java.util.Locale;
import java.util.UUID;

/**
 * What somebody has of the money of an entry.
 *
 * @param id of the payment or the holding; of {@link Holder#OTHER} the entry
 */
public record Held(Holder holder, UUID id, Money amount) {
  /** Who can have money. In this order it is taken back: what a payment has is touched last. */
  public enum Holder {
    UNMATCHED,
    CREDIT,
    PAYMENT,
    OTHER;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Holder of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }
}
