/** Accounts with their realms, API keys, and rate limits: who may call the API. */
@org.jspecify.annotations.NullMarked
package florin.account;
