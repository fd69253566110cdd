package florin.payment.engine;

import florin.connector.CallRoom;
import florin.connector.Connector;
import florin.db.Write;
import florin.payment.machine.Attempt;
import florin.payment.machine.Transition;
import florin.payment.store.Draft;
import java.util.List;
import java.util.Optional;

/**
 * What is decided of an operation before the network is asked.
 *
 * @param connector by which the network is to be asked
 * @param attempt under which; empty where nobody needs to be asked
 * @param besides what goes into the commit with it, beyond payment, refund, attempt, their events
 *     and the claim of the idempotency key
 * @param draft of the payment, where that is all that is to be written of it now
 */
public record Beginning(
    Connector connector,
    Transition transition,
    Optional<Attempt> attempt,
    List<Write> besides,
    Optional<Draft> draft) {
  public Beginning {
    besides = List.copyOf(besides);
  }

  public Beginning(
      Connector connector, Transition transition, Optional<Attempt> attempt, List<Write> besides) {
    this(connector, transition, attempt, besides, Optional.empty());
  }

  /** Where it needs a place before it is written down. */
  CallRoom room() {
    return attempt.isPresent() ? connector.room() : CallRoom.UNBOUNDED;
  }

  /** Of a payment that is not to be written before its outcome is known. */
  public static Beginning of(Connector connector, Draft draft) {
    return new Beginning(
        connector,
        Transition.of(draft.begun()),
        Optional.of(draft.attempt()),
        List.of(),
        Optional.of(draft));
  }

  /** Of what is there already. */
  public static Beginning of(Connector connector, Transition transition, Attempt attempt) {
    return new Beginning(connector, transition, Optional.of(attempt), List.of());
  }
}
