package florin.payment.execution;

import florin.core.Id.EventId;
import florin.db.Write;
import florin.event.Event;
import java.util.List;
import java.util.Optional;

/**
 * The events of a decision.
 *
 * @param writes for the decision's changeset
 * @param ofSubject the event that shows the subject of the request as it is after the decision;
 *     empty if no event shows it
 */
public record Announcements(List<Write> writes, Optional<Event> ofSubject) {
  public Announcements {
    writes = List.copyOf(writes);
  }

  public Optional<EventId> event() {
    return ofSubject.map(Event::id);
  }

  /** Returns the `data.object` of that event, in JSON. */
  Optional<String> object() {
    return ofSubject.map(Event::object);
  }
}
