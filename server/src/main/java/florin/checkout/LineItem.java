package florin.checkout;

import florin.core.Money;
import java.util.List;

/**
 * A line of what is bought.
 *
 * @param quantity how many pieces
 * @param amount of one piece, in the currency's smallest unit
 */
public record LineItem(String name, int quantity, long amount) {
  public static final int MAX_LINES = 50;
  public static final int MAX_NAME_LENGTH = 250;
  public static final int MAX_QUANTITY = 10_000;

  /** Of all pieces. */
  public long total() {
    return Math.multiplyExact((long) quantity, amount);
  }

  /** Of all lines; it may be more than a payment can be. */
  public static long total(List<LineItem> lines) {
    return lines.stream().mapToLong(LineItem::total).reduce(0, Math::addExact);
  }

  /** Whether a price is one that a line can have. */
  public static boolean isPrice(long amount) {
    return amount >= 0 && amount <= Money.MAX_MINOR;
  }
}
