package florin.http;

import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * How much of something each client address, or account, has at the moment. Who has nothing is not
 * remembered, so it is as small as what it counts is bounded.
 */
final class PerAddress {
  private final ConcurrentHashMap<String, Integer> taken = new ConcurrentHashMap<>();

  /** False, and nothing is taken, where the address would have more than the bound. */
  boolean tryTake(String address, int amount, int bound) {
    return take(address, amount, bound).isPresent();
  }

  /** How much it has with that; empty, and nothing is taken, where that is more than the bound. */
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
