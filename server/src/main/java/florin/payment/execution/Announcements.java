package florin.payment.execution;

import florin.core.Id.EventId;
import florin.db.Write;
import java.util.List;
import java.util.Optional;

/**
 * The events of a decision.
 *
 * @param writes for the decision's changeset
 * @param ofSubject the one that shows what was asked about as it is after the decision; empty where
 *     none does
 */
public record Announcements(List<Write> writes, Optional<EventId> ofSubject) {
  public Announcements {
    writes = List.copyOf(writes);
  }
}
