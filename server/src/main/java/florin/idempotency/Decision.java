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

/** What a request that is done in one commit comes to, unless it is refused. */
public sealed interface Decision<T> {
  /** Nothing is done and nothing is kept: the key stays free, as after a refusal. */
  record Nothing<T>(T value) implements Decision<T> {}

  /**
   * @param resource what is made or changed
   * @param value what there then is
   * @param kept what a key keeps of the answer; asked only where there is a key
   */
  record Change<T>(UUID resource, T value, List<Write> writes, Function<Claim, StoredAnswer> kept)
      implements Decision<T> {
    public Change {
      writes = List.copyOf(writes);
    }
  }

  /**
   * A change that no event tells of: the key keeps the answer.
   *
   * @param view of the value, as the answer shows it
   */
  static <T> Decision<T> untold(UUID resource, T value, List<Write> writes, Function<T, ?> view) {
    return new Change<>(resource, value, writes, _ -> ResultView.kept(view.apply(value)));
  }

  /**
   * A change that an event tells of, whose object is the answer.
   *
   * @param writes without the event's
   */
  static <T> Decision<T> told(T value, Event event, List<Write> writes) {
    List<Write> all = Stream.concat(writes.stream(), Stream.of(EventLog.append(event))).toList();
    return new Change<>(
        event.objectId(), value, all, _ -> new Idempotency.ObjectOfEvent(event.id()));
  }
}
