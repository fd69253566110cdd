/**
 * What payments, refunds and attempts are, and every move they can make: values and pure functions.
 * Nothing here reads a clock, a row or a network.
 */
@org.jspecify.annotations.NullMarked
package florin.payment.machine;
