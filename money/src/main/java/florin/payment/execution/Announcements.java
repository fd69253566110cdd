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
public record Announcements(List<Write> writes, Optional<Shown> ofSubject) {
  /**
   * An event that shows the subject of the request.
   *
   * @param object its `data.object`, in JSON
   */
  record Shown(EventId event, String object) {
    static Shown of(Event event) {
      return new Shown(event.id(), event.object());
    }
  }

  public Announcements {
    writes = List.copyOf(writes);
  }

  public Optional<EventId> event() {
    return ofSubject.map(Shown::event);
  }

  Optional<String> object() {
    return ofSubject.map(Shown::object);
  }
}
