/** The command `drill`, and checks that several drills share. */
@org.jspecify.annotations.NullMarked
package florin.bench.drill;
