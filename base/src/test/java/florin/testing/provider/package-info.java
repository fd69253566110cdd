/**
 * A fictional provider over real HTTP, and its connector, which uses the whole port for live
 * providers and nothing else.
 */
@org.jspecify.annotations.NullMarked
package florin.testing.provider;
