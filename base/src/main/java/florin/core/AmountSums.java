package florin.core;

import java.time.Duration;
import java.util.List;

/**
 * The sums of a list by currency, the most frequent first.
 *
 * @param isWhole whether they include all objects; otherwise there are more than {@link #MOST}
 */
public record AmountSums(List<CurrencySum> each, boolean isWhole) {
  /** The number of newest objects that are added up or sorted by amount. */
  public static final int MOST = 100_000;

  /** The longest time for it. Reading {@link #MOST} payments takes a tenth of it. */
  public static final Duration MAX_DURATION = Duration.ofSeconds(2);

  public AmountSums {
    each = List.copyOf(each);
  }

  /**
   * The sum of one currency.
   *
   * @param amount in minor units
   */
  public record CurrencySum(Currency currency, long count, long amount) {}

  /** Returns the number of objects. */
  public long count() {
    return each.stream().mapToLong(CurrencySum::count).sum();
  }
}
