/**
 * What is measured and tried of webhooks: a merchant's server, and what drives Florin against it.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.webhook;
