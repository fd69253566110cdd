package florin.report;

import florin.core.Currency;
import java.util.List;

/**
 * A customer's totals, from the newest payments.
 *
 * @param payments the number of payments in any state
 * @param spent the amounts captured and not refunded, the most used currency first
 * @param isWhole false if there are more payments than were read
 */
public record CustomerTotals(long payments, List<Spent> spent, boolean isWhole) {
  public static final CustomerTotals NONE = new CustomerTotals(0, List.of(), true);

  public CustomerTotals {
    spent = List.copyOf(spent);
  }

  /**
   * The total in one currency.
   *
   * @param minor in minor units
   */
  public record Spent(Currency currency, long succeeded, long minor) {}
}
