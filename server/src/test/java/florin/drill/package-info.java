/**
 * Florin is broken on purpose, at every step and in every way we could think of, and no cent may be
 * lost or doubled by it.
 */
@org.jspecify.annotations.NullMarked
package florin.drill;
