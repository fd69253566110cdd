package florin.connector.simulator;

import florin.connector.Outcome;
import florin.connector.simulator.Entry.Authorization;
import java.util.List;
import java.util.Optional;

/**
 * What the network makes of a request.
 *
 * @param added entries to book; each reference must be free
 * @param changed the authorisation as it is from now on; the book must still hold the version
 *     before it
 * @param outcome what we hear, once all that is booked
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
