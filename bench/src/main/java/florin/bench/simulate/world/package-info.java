/**
 * One simulation run. {@link florin.bench.simulate.world.WorldStage} has its nodes, network,
 * database, and shoppers. {@link florin.bench.simulate.world.Inspection} checks the invariants at
 * the end.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.simulate.world;
