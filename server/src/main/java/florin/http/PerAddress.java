package florin.http;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * How much of something each client address has at the moment. Who has nothing is not remembered,
 * so it is as small as what it counts is bounded.
 */
final class PerAddress {
  private final ConcurrentHashMap<String, Integer> taken = new ConcurrentHashMap<>();

  /** False, and nothing is taken, where the address would have more than the bound. */
  boolean tryTake(String address, int amount, int bound) {
    var fits = new AtomicBoolean();
    taken.compute(
        address,
        (_, now) -> {
          int had = now == null ? 0 : now;
          fits.set(had + amount <= bound);
          return fits.get() ? Integer.valueOf(had + amount) : now;
        });
    return fits.get();
  }

  int of(String address) {
    return taken.getOrDefault(address, 0);
  }

  void give(String address, int amount) {
    taken.computeIfPresent(address, (_, now) -> now <= amount ? null : now - amount);
  }
}
