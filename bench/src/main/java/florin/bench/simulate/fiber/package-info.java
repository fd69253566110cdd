/**
 * Fibers, of which exactly one runs at a time, on a simulated clock. {@link
 * florin.bench.simulate.fiber.Fibers} schedules them. The other classes replace the JDK's classes
 * that wait.
 */
@org.jspecify.annotations.NullMarked
package florin.bench.simulate.fiber;
