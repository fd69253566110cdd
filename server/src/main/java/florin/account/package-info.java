/**
 * Who may call: accounts with their realms, API keys, rate limits, and the idempotency of what they
 * ask.
 */
@org.jspecify.annotations.NullMarked
package florin.account;
