/**
 * Worlds in which engine, recovery and deliveries run on a clock, a network and a database that do
 * what a seed says; see docs/decisions/037. What is in this package is shared with a world, what is
 * below belongs to one: {@link florin.bench.simulate.WorldClasses} loads it anew, with the product.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.simulate;
