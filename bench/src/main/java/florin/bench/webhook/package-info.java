/** Measures and tests webhooks with a merchant's server. */
@org.jspecify.annotations.NullMarked
package florin.bench.webhook;
