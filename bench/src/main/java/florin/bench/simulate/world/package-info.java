/**
 * One world: {@link florin.bench.simulate.world.WorldStage} has its nodes, network, database and
 * shoppers, {@link florin.bench.simulate.world.Inspection} holds what is left against what was
 * promised.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.simulate.world;
