package florin.payment.engine;

import florin.db.Write;
import florin.payment.machine.Attempt;
import florin.payment.machine.Transition;
import java.util.List;
import java.util.Optional;

/**
 * What is decided of an operation before the network is asked.
 *
 * @param writes all that goes into the commit with it, but the claim of the idempotency key
 * @param attempt by which the network is to be asked; empty where all is done in that commit
 */
public record Beginning(Transition transition, List<Write> writes, Optional<Attempt> attempt) {
  public Beginning {
    writes = List.copyOf(writes);
  }
}
