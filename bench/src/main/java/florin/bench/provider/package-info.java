/**
 * Shops that sell at a provider, and the comparison of the service's records with the ledger of the
 * Stripe emulator.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.provider;
