/** Breaks a service of our own on purpose, and holds what is left against what was promised. */
@org.jspecify.annotations.NullMarked
package florin.bench.drill;
