package florin.payment.engine;

import florin.core.Id.PaymentId;
import florin.core.Refusal;
import florin.db.CommitResult;
import florin.payment.execution.NetworkCall;
import florin.payment.machine.Operation;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A request of a merchant or a payer for an operation at a network.
 *
 * @param payment the payment that the operation continues; empty if it creates one
 * @param networkCall the call to the network, the first time and for a repetition
 */
public record OperationRequest(
    Operation operation,
    Optional<PaymentId> payment,
    NetworkCall networkCall,
    StartDecision decision) {

  /** The decision whether and how the operation begins. */
  @FunctionalInterface
  public interface StartDecision {
    /**
     * Decides on the current state. It is called again if that state changed before the operation
     * could begin.
     *
     * @param slot the id of the idempotency record, whose response the attempt will write
     * @return empty while another operation is in flight
     * @throws Refusal if the current state does not allow the operation
     */
    Optional<BeginDecision> decide(Optional<UUID> slot, Instant now);

    /**
     * Returns if the commit failed and the decision can be made anew.
     *
     * @throws Refusal if deciding anew would not help
     */
    default void requireAnew(CommitResult result) {}
  }
}
