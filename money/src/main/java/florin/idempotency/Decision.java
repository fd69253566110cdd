package florin.idempotency;

import florin.db.Write;
import florin.event.Event;
import florin.event.EventLog;
import florin.idempotency.Idempotency.Claim;
import florin.idempotency.Idempotency.StoredAnswer;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/** The decision on a request that is done in one commit, unless it is rejected. */
public sealed interface Decision<T> {
  /** Nothing is changed or recorded: the key stays free, as after a rejection. */
  record Nothing<T>(T value) implements Decision<T> {}

  /**
   * A change.
   *
   * @param resource the id of the created or changed object
   * @param value the object after the change
   * @param kept returns the response to be stored; called only if there is a key
   */
  record Change<T>(UUID resource, T value, List<Write> writes, Function<Claim, StoredAnswer> kept)
      implements Decision<T> {
    public Change {
      writes = List.copyOf(writes);
    }
  }

  /**
   * Returns a change without an event: the idempotency record stores the response.
   *
   * @param view converts the value to the response
   */
  static <T> Decision<T> untold(UUID resource, T value, List<Write> writes, Function<T, ?> view) {
    return new Change<>(resource, value, writes, _ -> ResultView.kept(view.apply(value)));
  }

  /**
   * Returns a change with an event, whose object is the response.
   *
   * @param writes without the event's
   */
  static <T> Decision<T> told(T value, Event event, List<Write> writes) {
    List<Write> all = Stream.concat(writes.stream(), Stream.of(EventLog.append(event))).toList();
    return new Change<>(
        event.objectId(), value, all, _ -> new Idempotency.ObjectOfEvent(event.id()));
  }
}
