/** Background jobs, which recover, expire, poll and clean up. */
@org.jspecify.annotations.NullMarked
package florin.job;
