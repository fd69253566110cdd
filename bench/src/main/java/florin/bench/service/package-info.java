/** Runs a Florin to measure or to break: a process on a temporary folder. */
@org.jspecify.annotations.NullMarked
package florin.bench.service;
