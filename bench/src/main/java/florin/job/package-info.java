/** Replaces the classes of this package that have threads of their own, for simulation runs. */
@org.jspecify.annotations.NullMarked
package florin.job;
