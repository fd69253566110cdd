package florin.connector.simulator;

import florin.connector.Outcome;
import florin.connector.simulator.Entry.Authorization;
import java.util.List;
import java.util.Optional;

/**
 * The network's decision on a request.
 *
 * @param added the entries to record; each reference must be free
 * @param changed the authorization after the decision; the ledger must still hold the version
 *     before it
 * @param outcome the outcome that Florin receives once all of that is recorded
 */
record Ruling(List<Entry> added, Optional<Authorization> changed, Outcome outcome) {
  Ruling {
    added = List.copyOf(added);
  }

  static Ruling answerOnly(Outcome outcome) {
    return new Ruling(List.of(), Optional.empty(), outcome);
  }

  boolean changesNothing() {
    return added.isEmpty() && changed.isEmpty();
  }
}
