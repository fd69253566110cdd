/**
 * Measures a running Florin, and injects faults into one. It uses the service only as a client
 * would.
 */
@org.jspecify.annotations.NullMarked
package florin.bench;
