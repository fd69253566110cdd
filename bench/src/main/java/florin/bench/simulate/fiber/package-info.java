/**
 * Activities of which exactly one runs at a time, on a clock of their own: {@link
 * florin.bench.simulate.fiber.Fibers} says whose turn it is, and the rest stands in for what of
 * Java waits.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.simulate.fiber;
