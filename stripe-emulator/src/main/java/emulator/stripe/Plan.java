package emulator.stripe;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

/**
 * What goes wrong when: by order first, then by seed.
 *
 * @param <F> the faults; its first constant is that nothing is wrong
 */
public final class Plan<F extends Enum<F>> {
  private static final int PER_MILLE = 1000;

  private final F none;
  private final Map<F, Integer> happened;
  private final SplittableRandom random;
  private final List<Order<F>> orders = new ArrayList<>();
  private Map<F, Integer> mix = Map.of();

  private record Order<F>(Pattern about, F fault) {}

  Plan(Class<F> faults, long seed) {
    this.none = faults.getEnumConstants()[0];
    this.happened = new EnumMap<>(faults);
    this.random = new SplittableRandom(seed);
  }

  /**
   * The next thing that fits has this fault, once. What is ordered first is used first.
   *
   * @param about a regular expression for a part of `POST /v1/refunds`, or of a webhook's type
   */
  public synchronized void next(String about, F fault) {
    orders.add(new Order<>(Pattern.compile(about), fault));
  }

  /**
   * What nothing was ordered for has these faults at random.
   *
   * @param perMille how often each
   */
  public synchronized void mix(Map<F, Integer> perMille) {
    mix = Map.copyOf(perMille);
  }

  /** Nothing goes wrong any more. */
  public synchronized void clear() {
    orders.clear();
    mix = Map.of();
  }

  /** How often each has happened. */
  public synchronized Map<F, Integer> happened() {
    return new EnumMap<>(happened);
  }

  synchronized F take(String about) {
    F fault = draw(about);
    if (fault != none) {
      happened.merge(fault, 1, Integer::sum);
    }
    return fault;
  }

  private F draw(String about) {
    for (Iterator<Order<F>> next = orders.iterator(); next.hasNext(); ) {
      Order<F> order = next.next();
      if (order.about().matcher(about).find()) {
        next.remove();
        return order.fault();
      }
    }
    int drawn = mix.isEmpty() ? PER_MILLE : random.nextInt(PER_MILLE);
    // In the order of the constants, so that a seed gives the same faults each time.
    for (F fault : none.getDeclaringClass().getEnumConstants()) {
      drawn -= mix.getOrDefault(fault, 0);
      if (drawn < 0) {
        return fault;
      }
    }
    return none;
  }
}
