/**
 * The upper limit of the throughput: the HTTP server without any work. It is configured as in
 * Florin, without Florin's own handlers.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.echo;
