package emulator.provider;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

/**
 * A schedule of faults: requested faults first, then random ones from a seed.
 *
 * @param <F> the faults; the first constant stands for no fault
 */
public final class Plan<F extends Enum<F> & Plan.Injected> {
  private static final int PER_MILLE = 1000;

  private final F none;
  private final Map<F, Integer> happened;
  private final SplittableRandom random;
  private final List<Order<F>> orders = new ArrayList<>();
  private Map<F, Integer> mix = Map.of();

  /** A fault. */
  public interface Injected {
    /** Returns what happens, as a sentence. */
    String effect();
  }

  private record Order<F>(Pattern about, F fault) {}

  Plan(Class<F> faults, long seed) {
    this.none = faults.getEnumConstants()[0];
    this.happened = new EnumMap<>(faults);
    this.random = new SplittableRandom(seed);
  }

  /**
   * Injects a fault into the next matching request, once. Faults are used in the order of the
   * calls.
   *
   * @param about a regular expression that matches part of `POST /v1/refunds`, or of a webhook's id
   *     and type
   */
  public synchronized void next(String about, F fault) {
    orders.add(new Order<>(Pattern.compile(about), fault));
  }

  /**
   * Sets the rates of random faults, for requests without a requested fault.
   *
   * @param perMille the rate of each fault per thousand
   */
  public synchronized void mix(Map<F, Integer> perMille) {
    mix = Map.copyOf(perMille);
  }

  /** Returns all faults, without the constant that stands for none. */
  List<F> all() {
    F[] constants = none.getDeclaringClass().getEnumConstants();
    return List.of(constants).subList(1, constants.length);
  }

  /** Returns the rate of a random fault, per thousand. */
  synchronized int rate(F fault) {
    return mix.getOrDefault(fault, 0);
  }

  /** Removes all requested and random faults. */
  public synchronized void clear() {
    orders.clear();
    mix = Map.of();
  }

  /** Returns the number of injections of each fault. */
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
    // The order of the constants makes a seed produce the same faults each time.
    for (F fault : none.getDeclaringClass().getEnumConstants()) {
      drawn -= mix.getOrDefault(fault, 0);
      if (drawn < 0) {
        return fault;
      }
    }
    return none;
  }
}
