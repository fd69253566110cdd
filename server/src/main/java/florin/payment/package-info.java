/**
 * Payments: what they are, the moves they can make, and the way of a request that moves money.
 *
 * <p>{@link florin.payment.PaymentMachine} decides, purely. {@link florin.payment.Payments} tells
 * the story: begin, call, finish. {@link florin.payment.Recovery} finishes what was begun and left.
 */
@org.jspecify.annotations.NullMarked
package florin.payment;
