/**
 * What was begun and left, and what waits for somebody: {@link
 * florin.payment.recovery.RecoveryLoop} finds what is due, {@link florin.payment.recovery.Recovery}
 * inquires and resolves, {@link florin.payment.recovery.Expiry} ends a wait.
 */
@org.jspecify.annotations.NullMarked
package florin.payment.recovery;
