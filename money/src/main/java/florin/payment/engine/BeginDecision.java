package florin.payment.engine;

import florin.connector.CallLimiter;
import florin.connector.Connector;
import florin.db.Write;
import florin.payment.machine.Attempt;
import florin.payment.machine.Transition;
import java.util.List;
import java.util.Optional;

/**
 * The decision on an operation before the network is called.
 *
 * @param connector the connector of the network
 * @param attempt the attempt under which the network is called; empty if no call is needed
 * @param besides the writes that its commit includes besides payment, refund, attempt, their events
 *     and the claim of the idempotency key
 */
public record BeginDecision(
    Connector connector, Transition transition, Optional<Attempt> attempt, List<Write> besides) {
  public BeginDecision {
    besides = List.copyOf(besides);
  }

  /** Returns the limiter of concurrent calls that the operation must enter before it is written. */
  CallLimiter room() {
    return attempt.isPresent() ? connector.room() : CallLimiter.UNBOUNDED;
  }
}
