/** Who may call: accounts with their realms, API keys, and rate limits. */
@org.jspecify.annotations.NullMarked
package florin.account;
