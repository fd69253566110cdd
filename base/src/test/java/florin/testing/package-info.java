/**
 * A whole Florin for tests: {@link florin.testing.TestApp} is the program as it is served, on a
 * database of its own, and can be dropped as a kill would drop it and opened again. {@link
 * florin.testing.Browser} is what its pages are looked at with, and {@link florin.testing.Tab}
 * holds all of them to what they promise.
 */
@org.jspecify.annotations.NullMarked
package florin.testing;
