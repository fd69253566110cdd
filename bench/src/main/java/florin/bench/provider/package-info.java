/**
 * Kills a service that pays at a provider, on purpose, and holds what is left against the book of
 * the provider's double.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.provider;
