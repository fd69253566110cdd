/**
 * The limits of card schemes on attempts with a declined card: {@link
 * florin.payment.retry.RetryGuard}.
 */
@org.jspecify.annotations.NullMarked
package florin.payment.retry;
