/**
 * Simulation runs of engine, recovery, and deliveries, whose clock, network, and database follow
 * from a seed; see docs/decisions/037. All runs share this package. Each run has its own copy of
 * the subpackages, which {@link florin.bench.simulate.WorldClasses} loads with the product.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.simulate;
