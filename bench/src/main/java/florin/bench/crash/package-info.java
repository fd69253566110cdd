/**
 * Drills that inject faults into a whole service under a merchant's load, then check all
 * invariants. The same drill must fail if a guard is removed.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.crash;
