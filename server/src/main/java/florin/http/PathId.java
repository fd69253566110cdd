package florin.http;

import florin.core.Id;
import java.util.Optional;
import java.util.function.Function;

/** An id in a path. Whatever is wrong with it, the answer is the same: there is nothing there. */
public final class PathId {
  private PathId() {}

  public static <T extends Id> T read(Exchange exchange, Id.Kind<T> kind) {
    T id = kind.parse(exchange.pathParameter("id")).orElseThrow(kind::notFound);
    exchange.log().put(kind.noun().replace(' ', '_'), id);
    return id;
  }

  /** What is there of this id, in JSON; else that nothing is. */
  public static <T> Answer answer(Id id, Optional<T> found, Function<T, ?> view) {
    return found.map(value -> Answer.json(200, view.apply(value))).orElseThrow(id::notFound);
  }
}
