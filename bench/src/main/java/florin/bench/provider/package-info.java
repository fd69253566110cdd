/**
 * Shops that sell at a provider, and the comparison of the service's records with the ledger of the
 * provider's emulator.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.provider;
