/**
 * A PostgreSQL in memory, as far as the engine and the deliveries ask for it: {@link
 * florin.bench.simulate.memory.MemoryDatabase} runs the very SQL of their stores, on tables that
 * are read from the migrations. What it does not understand is an error.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.simulate.memory;
