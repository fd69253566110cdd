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
  public Cart {
    lines = List.copyOf(lines);
    // Sorted, so that equal metadata always has the same bytes.
    metadata = Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
    if (!lines.isEmpty() && LineItem.total(lines) != amount.minor()) {
      throw new IllegalArgumentException("the lines of a cart add up to its amount");
    }
  }
}
