/**
 * A load driver with little overhead: one thread, non-blocking sockets, HTTP/1.1 with keep-alive.
 * It shares the machine with the measured service, so its processor time is missing there. A
 * general HTTP client needs several times as much.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.load;
