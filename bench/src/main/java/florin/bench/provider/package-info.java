/**
 * Shops that sell at a provider, and what the service's records say of that beside the book of the
 * provider's double.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.provider;
