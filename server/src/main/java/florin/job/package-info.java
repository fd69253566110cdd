/** Work that nobody asked for just now: loops that recover, expire, poll and tidy. */
@org.jspecify.annotations.NullMarked
package florin.job;
