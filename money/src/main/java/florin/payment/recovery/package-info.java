/**
 * The recovery of attempts that were left behind, and the end of waits. {@link
 * florin.payment.recovery.RecoveryLoop} finds due attempts, {@link
 * florin.payment.recovery.Recovery} inquires and resolves, {@link florin.payment.recovery.Expiry}
 * ends a wait.
 */
@org.jspecify.annotations.NullMarked
package florin.payment.recovery;
