/**
 * An in-memory substitute for PostgreSQL, with the features that the engine and the deliveries use.
 * {@link florin.bench.simulate.memory.MemoryDatabase} runs the stores' own SQL on tables read from
 * the migrations. Unsupported SQL throws.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.simulate.memory;
