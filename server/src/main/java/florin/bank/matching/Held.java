package florin.bank.matching;

import florin.core.Money;
import java.util.Locale;
import java.util.UUID;

/**
 * The part of an entry's money that a holder has.
 *
 * @param id the id of the payment or the unapplied funds; for {@link Holder#OTHER} the id of the
 *     entry
 */
public record Held(Holder holder, UUID id, Money amount) {
  /**
   * The kinds of holders, in the order in which money is taken back: a payment's money comes last.
   */
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
