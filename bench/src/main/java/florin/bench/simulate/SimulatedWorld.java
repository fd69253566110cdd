package florin.bench.simulate;

/** Starts a simulation run, from within the classes that the run loads. */
public interface SimulatedWorld {
  WorldReport run(WorldPlan plan);
}
