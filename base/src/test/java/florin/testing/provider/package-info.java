/**
 * A provider that is none, over real HTTP, and the connector to it: what a live provider's
 * connector needs of the port, all of it and nothing else.
 */
@org.jspecify.annotations.NullMarked
package florin.testing.provider;
