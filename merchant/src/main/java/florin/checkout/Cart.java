package florin.checkout;

import florin.core.Money;
import florin.payment.machine.CaptureMethod;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

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

  /** The most characters of the names of all items. */
  private static final int MAX_NAMES_LENGTH = 250;

  /** Returns the description of the payment: the cart's own, or otherwise the items' names. */
  Optional<String> paymentDescription() {
    return description.or(this::names);
  }

  /** Returns the names of the items, as far as they fit; empty without items. */
  public Optional<String> names() {
    if (lines.isEmpty()) {
      return Optional.empty();
    }
    String all = lines.stream().map(LineItem::name).collect(Collectors.joining(", "));
    if (all.length() <= MAX_NAMES_LENGTH) {
      return Optional.of(all);
    }
    int end = MAX_NAMES_LENGTH - 1;
    int whole = Character.isHighSurrogate(all.charAt(end - 1)) ? end - 1 : end;
    return Optional.of(all.substring(0, whole) + "…");
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
