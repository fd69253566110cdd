/**
 * A whole Florin for tests: {@link florin.testing.TestApp} is the program as it is served, on a
 * database of its own, and can be dropped as a kill would drop it and opened again.
 */
@org.jspecify.annotations.NullMarked
package florin.testing;
