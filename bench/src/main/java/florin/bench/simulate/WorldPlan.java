package florin.bench.simulate;

import java.util.Set;

/**
 * The parameters of a simulation run.
 *
 * @param leftOut parts of the seed's draws to leave out, as indexes of {@link WorldReport#parts}
 * @param keepsLog whether the report contains the whole log instead of only its digest
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

  /** Returns the same plan with the whole log in its report. */
  public WorldPlan withLog() {
    return new WorldPlan(seed, leftOut, true);
  }
}
