/** The client for Florin. Start with {@link florin.client.Florin}. */
package florin.client;
