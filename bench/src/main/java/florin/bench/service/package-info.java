/** A Florin of our own to measure or to break: a process on a folder that goes when it is done. */
@org.jspecify.annotations.NullMarked
package florin.bench.service;
