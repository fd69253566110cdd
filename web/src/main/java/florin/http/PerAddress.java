package florin.http;

import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The amount of a resource that each client address or account holds. An entry exists only while
 * its amount is positive, so the map is bounded like the resource.
 */
final class PerAddress {
  private final ConcurrentHashMap<String, Integer> taken = new ConcurrentHashMap<>();

  /**
   * Takes an amount, unless the address would exceed the limit; then it returns false and takes
   * nothing.
   */
  boolean tryTake(String address, int amount, int bound) {
    return take(address, amount, bound).isPresent();
  }

  /**
   * Takes an amount and returns the new total. Empty, and nothing is taken, if that exceeds the
   * limit.
   */
  OptionalInt take(String address, int amount, int bound) {
    var has = new AtomicReference<>(OptionalInt.empty());
    taken.compute(
        address,
        (_, now) -> {
          int had = now == null ? 0 : now;
          boolean fits = had + amount <= bound;
          has.set(fits ? OptionalInt.of(had + amount) : OptionalInt.empty());
          return fits ? Integer.valueOf(had + amount) : now;
        });
    return has.get();
  }

  void give(String address, int amount) {
    taken.computeIfPresent(address, (_, now) -> now <= amount ? null : now - amount);
  }
}
