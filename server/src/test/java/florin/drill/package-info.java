/**
 * Drills inject faults into Florin at every step, and assert that no cent is lost or counted twice.
 */
@org.jspecify.annotations.NullMarked
package florin.drill;
