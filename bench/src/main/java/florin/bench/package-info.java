/**
 * Measures a running Florin, and breaks one on purpose. It uses the service only as a client would.
 */
@org.jspecify.annotations.NullMarked
package florin.bench;
