package florin.payment;

import florin.db.Write;
import java.util.List;
import java.util.Optional;

/**
 * What is decided of an operation before the network is asked.
 *
 * @param writes all that goes into the commit with it, but the claim of the idempotency key
 * @param attempt by which the network is to be asked; empty where all is done in that commit
 */
record Beginning(Transition transition, List<Write> writes, Optional<Attempt> attempt) {
  Beginning {
    writes = List.copyOf(writes);
  }
}
