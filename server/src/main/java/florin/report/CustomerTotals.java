package florin.report;

import florin.core.Currency;
import java.util.List;

/**
 * What a customer has paid, of the newest payments.
 *
 * @param payments how many there are, whatever became of them
 * @param spent what was captured and not given back, the most used currency first
 * @param isWhole false when there are more payments than were looked at
 */
public record CustomerTotals(long payments, List<Spent> spent, boolean isWhole) {
  public static final CustomerTotals NONE = new CustomerTotals(0, List.of(), true);

  public CustomerTotals {
    spent = List.copyOf(spent);
  }

  /**
   * In one currency.
   *
   * @param minor in smallest units
   */
  public record Spent(Currency currency, long succeeded, long minor) {}
}
