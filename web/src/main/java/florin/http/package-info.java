/**
 * The HTTP layer: everything between a socket and a handler, independent of payments.
 *
 * <p>{@link florin.http.Server} listens, {@link florin.http.RequestHandler} handles one request,
 * and {@link florin.http.Problems} is the only class that converts a rejection to a status.
 * Requests run on virtual threads and block where they wait. Every response, even of Jetty's own
 * parser, is JSON in one format with a `Request-Id`. No path, query, header value or body is ever
 * logged.
 */
@org.jspecify.annotations.NullMarked
package florin.http;
