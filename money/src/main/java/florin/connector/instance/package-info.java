/**
 * The connectors that realms have set up: their rows and credentials, their exchanges with
 * providers ({@link florin.connector.Exchanges}), and the providers' webhooks ({@link
 * florin.connector.instance.ProviderWebhooks}).
 */
@org.jspecify.annotations.NullMarked
package florin.connector.instance;
