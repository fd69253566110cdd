package florin.checkout;

import florin.core.Money;
import florin.payment.machine.CaptureMethod;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The amount that a payer is asked to pay, and its items.
 *
 * @param lines empty, or they add up to the amount
 */
public record Cart(
    Money amount,
    Optional<String> description,
    List<LineItem> lines,
    CaptureMethod captureMethod,
    Map<String, String> metadata) {
  /**
   * A line of a cart.
   *
   * @param quantity the number of pieces
   * @param amount of one piece, in the currency's smallest unit
   */
  public record LineItem(String name, int quantity, long amount) {
    public static final int MAX_LINES = 50;
    public static final int MAX_NAME_LENGTH = 250;
    public static final int MAX_QUANTITY = 10_000;

    /** Returns the amount of all pieces. */
    public long total() {
      return Math.multiplyExact((long) quantity, amount);
    }

    /** Returns the amount of all lines, which may exceed a payment's limit. */
    public static long total(List<LineItem> lines) {
      return lines.stream().mapToLong(LineItem::total).reduce(0, Math::addExact);
    }
  }

  public Cart {
    lines = List.copyOf(lines);
    // Sorted, so that equal metadata always has the same bytes.
    metadata = Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
    if (!lines.isEmpty() && LineItem.total(lines) != amount.minor()) {
      throw new IllegalArgumentException("the lines of a cart add up to its amount");
    }
  }
}
