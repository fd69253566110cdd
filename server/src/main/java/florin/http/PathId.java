package florin.http;

import florin.core.Id;
import java.util.Optional;
import java.util.function.Function;

/** An id in a path. Every invalid id gets the same response: not found. */
public final class PathId {
  private PathId() {}

  public static <T extends Id> T read(Exchange exchange, Id.Kind<T> kind) {
    T id = kind.parse(exchange.pathParameter("id")).orElseThrow(kind::notFound);
    exchange.log().put(kind.noun().replace(' ', '_'), id);
    return id;
  }

  /** Returns the object with this id as JSON, or throws a not-found error. */
  public static <T> Answer answer(Id id, Optional<T> found, Function<T, ?> view) {
    return found.map(value -> Answer.json(200, view.apply(value))).orElseThrow(id::notFound);
  }
}
