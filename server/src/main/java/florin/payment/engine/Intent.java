package florin.payment.engine;

import florin.core.Id.PaymentId;
import florin.core.Refusal;
import florin.db.CommitResult;
import florin.idempotency.Origin;
import florin.payment.execution.Ask;
import florin.payment.machine.Operation;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Something that is asked for, by a merchant or a payer, and that a network is to be asked for.
 *
 * @param payment that it goes on with; empty where it makes one
 * @param ask how the network is asked, the first time and for a repetition
 */
public record Intent(
    Operation operation, Optional<PaymentId> payment, Ask ask, StartDecision decision) {

  /** Whether and how it begins, as things stand. */
  @FunctionalInterface
  public interface StartDecision {
    /**
     * Asked again when what it was decided on was changed before it could begin.
     *
     * @return empty while another operation is under way
     * @throws Refusal when what is there does not allow it
     */
    Optional<Beginning> decide(Asker asker, Instant now);

    /**
     * Its commit was not taken.
     *
     * @throws Refusal when deciding anew would not help
     */
    default void requireAnew(CommitResult result) {}
  }

  /**
   * Who asks.
   *
   * @param slot of the idempotency key, whose answer the attempt will give
   */
  public record Asker(Origin origin, Optional<UUID> slot) {}
}
