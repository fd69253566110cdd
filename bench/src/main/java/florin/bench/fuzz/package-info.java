/**
 * `./florin drill fuzz`: what reads the input of strangers, under Jazzer, which looks for input
 * that breaks it. A {@link florin.bench.fuzz.FuzzTarget} is one reader with what must hold of it.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.fuzz;
