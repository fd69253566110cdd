/**
 * What merchants do with payments: {@link florin.payment.Payments} makes them, {@link
 * florin.payment.FollowUps} captures and cancels. What a payment is stands in {@code machine}, how
 * anything is carried out in {@code engine}, {@code execution} and {@code recovery}.
 */
@org.jspecify.annotations.NullMarked
package florin.payment;
