/** The command of the drills, and what several of them look at in the end. */
@org.jspecify.annotations.NullMarked
package florin.bench.drill;
