package florin.http;

import florin.core.ErrorCode;
import florin.core.Id;
import florin.core.Problem;
import florin.core.Refusal;
import java.util.Optional;
import java.util.function.Function;

/** An id in a path. Whatever is wrong with it, the answer is the same: there is nothing there. */
public final class PathId {
  private PathId() {}

  public static <T extends Id> T read(Exchange exchange, Id.Kind<T> kind, String noun) {
    T id = kind.parse(exchange.pathParameter("id")).orElseThrow(() -> missing(noun));
    exchange.log().put(noun.replace(' ', '_'), id);
    return id;
  }

  /** What is there, in JSON; else that nothing is. */
  public static <T> Answer answer(Optional<T> found, Function<T, ?> view, String noun) {
    return found.map(value -> Answer.json(200, view.apply(value))).orElseThrow(() -> missing(noun));
  }

  public static Refusal missing(String noun) {
    return new Problem.NotFound(
            ErrorCode.RESOURCE_MISSING,
            "There is no such "
                + noun
                + ". Is the id complete, and the key of the same account and mode?")
        .refusal();
  }
}
