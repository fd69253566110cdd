package florin.http;

import florin.core.ErrorCode;
import florin.core.Id;
import florin.core.Problem;
import florin.core.Refusal;

/** An id in a path. Whatever is wrong with it, the answer is the same: there is nothing there. */
public final class PathId {
  private PathId() {}

  public static <T extends Id> T read(Exchange exchange, Id.Kind<T> kind, String noun) {
    T id = kind.parse(exchange.pathParameter("id")).orElseThrow(() -> missing(noun));
    exchange.log().put(noun.replace(' ', '_'), id);
    return id;
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
