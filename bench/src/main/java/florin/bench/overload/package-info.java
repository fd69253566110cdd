/**
 * `./florin drill overload`: offers a service several times of what it can do, by a clock, and
 * looks at what it still does, how it refuses the rest, and whether both are true.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.overload;
