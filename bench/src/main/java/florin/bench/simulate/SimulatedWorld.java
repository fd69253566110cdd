package florin.bench.simulate;

/** Runs a world, from within its classes. */
public interface SimulatedWorld {
  WorldReport run(WorldPlan plan);
}
