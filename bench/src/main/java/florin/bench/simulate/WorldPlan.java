package florin.bench.simulate;

import java.util.Set;

/**
 * Which world it is to be.
 *
 * @param leftOut of what the seed draws, by the places in {@link WorldReport#parts}
 * @param keepsLog whether the log is wanted, and not its digest alone
 */
public record WorldPlan(long seed, Set<Integer> leftOut, boolean keepsLog) {
  public WorldPlan {
    leftOut = Set.copyOf(leftOut);
  }

  public static WorldPlan of(long seed) {
    return new WorldPlan(seed, Set.of(), false);
  }

  public WorldPlan without(Set<Integer> parts) {
    return new WorldPlan(seed, parts, keepsLog);
  }

  public WorldPlan withLog() {
    return new WorldPlan(seed, leftOut, true);
  }
}
