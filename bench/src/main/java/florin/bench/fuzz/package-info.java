/**
 * Implements `./florin drill fuzz`. Jazzer searches for input that breaks the readers of untrusted
 * input. A {@link florin.bench.fuzz.FuzzTarget} is one reader with its invariants.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.fuzz;
