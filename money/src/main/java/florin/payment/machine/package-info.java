/**
 * The values and moves of payments, refunds and attempts. All functions are pure: nothing here
 * reads a clock, a row or a network.
 */
@org.jspecify.annotations.NullMarked
package florin.payment.machine;
