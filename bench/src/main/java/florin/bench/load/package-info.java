/**
 * A load driver that costs little: one thread, non-blocking sockets, HTTP/1.1 with keep-alive. It
 * shares the machine with what it measures, so every microsecond it saves is one that the service
 * can have; a general HTTP client takes several times as much.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.load;
