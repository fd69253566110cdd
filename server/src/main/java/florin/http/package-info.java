/**
 * The door: everything between a socket and a handler, and nothing that knows what a payment is.
 *
 * <p>{@link florin.http.Server} listens, {@link florin.http.Door} tells the story of one request,
 * {@link florin.http.Problems} is the only place where a refusal becomes a status. Requests run on
 * virtual threads and block where they wait. Whatever answers, Jetty's own parser included, answers
 * JSON of one form with a `Request-Id`. No path, query, header value or body is ever logged.
 */
@org.jspecify.annotations.NullMarked
package florin.http;
