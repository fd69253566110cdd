/**
 * The operations of merchants on payments. {@link florin.payment.Payments} creates them, {@link
 * florin.payment.FollowUps} captures and cancels. The package {@code machine} defines a payment;
 * {@code engine}, {@code execution} and {@code recovery} carry out operations.
 */
@org.jspecify.annotations.NullMarked
package florin.payment;
