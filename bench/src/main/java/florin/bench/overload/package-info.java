/**
 * Implements `./florin drill overload`. It offers a service a multiple of its peak. It checks the
 * throughput, the rejections, and that all responses agree with the records.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.overload;
