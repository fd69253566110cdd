/**
 * Connectors that realms have set up: their rows and credentials, what they said to their providers
 * ({@link florin.connector.Exchanges}), and what these tell by themselves ({@link
 * florin.connector.instance.ProviderWebhooks}).
 */
@org.jspecify.annotations.NullMarked
package florin.connector.instance;
