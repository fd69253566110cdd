package florin.bench.simulate;

import florin.bench.agent.Rewrite;
import java.util.Set;

/** Simulation runs with the same classes: the product as it is, or with rewrites. */
final class Worlds {
  private static final String RUNNER = Worlds.class.getPackageName() + ".world.WorldRunner";

  private final SimulatedWorld runner;

  Worlds(Set<Rewrite> rewrites) {
    try {
      this.runner =
          (SimulatedWorld)
              new WorldClasses(rewrites).loadClass(RUNNER).getConstructor().newInstance();
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(
          "the classes of a simulation run can't be loaded", impossible);
    }
  }

  WorldReport run(WorldPlan plan) {
    return runner.run(plan);
  }
}
