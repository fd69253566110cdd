/**
 * The ceiling: what the HTTP server gives when nothing is done. It is set up as Florin's is, but
 * for everything that Florin adds to it.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.echo;
