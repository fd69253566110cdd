package florin.idempotency;

import florin.core.Id.RequestId;
import florin.core.KeyedRequest;
import florin.db.Write;
import florin.event.Event;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The request that asks for something, and what it says for being carried out only once.
 *
 * @param beside what else belongs in the commit of a change that {@link Once} carries out
 */
public record Origin(RequestId request, Optional<KeyedRequest> keyed, Beside beside) {
  public Origin(RequestId request, Optional<KeyedRequest> keyed) {
    this(request, keyed, new Beside(_ -> List.of(), () -> {}));
  }

  /**
   * Rows that are committed with a change and only with it, such as its audit entry.
   *
   * @param writes gives the rows for the next attempt to commit, by the value that the change makes
   * @param undone told when that attempt was undone, since one of its rows had moved
   */
  public record Beside(Function<Object, List<Write>> writes, Runnable undone) {}

  /** As the events of what it does name it. */
  public Event.Cause cause() {
    return new Event.Cause(request, keyed.map(k -> k.key().text()));
  }
}
