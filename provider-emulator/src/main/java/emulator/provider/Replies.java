package emulator.provider;

import emulator.provider.ProviderApi.Cause;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The responses to requests with an `Idempotency-Key`, kept for a while and replayed byte for byte.
 */
public final class Replies {
  private final Supplier<Instant> clock;
  private final Duration time;
  private final Function<Cause, ApiError> errors;
  private final Map<Key, Kept> replies = new HashMap<>();

  public record Key(boolean live, String text) {}

  /** The result of an execution. */
  public record Done(Answer answer, boolean isKept) {}

  /**
   * What a repetition must have too.
   *
   * @param line method and path
   * @param parameters of the query and the body
   */
  public record Asked(String line, Object parameters) {}

  /**
   * A response under its key.
   *
   * @param headers which only a replayed response has
   * @param answer null during the execution
   */
  private record Kept(
      Asked asked, Map<String, String> headers, Instant at, @Nullable Answer answer) {}

  /**
   * Creates an empty set of responses.
   *
   * @param time for which a response is kept
   */
  public Replies(Supplier<Instant> clock, Duration time, Function<Cause, ApiError> errors) {
    this.clock = clock;
    this.time = time;
    this.errors = errors;
  }

  /**
   * Executes the request, or replays the response to its key.
   *
   * @param headers of the replayed response
   */
  public Answer once(Key key, Asked asked, Map<String, String> headers, Supplier<Done> execution) {
    Instant now = clock.get();
    var claim = new Kept(asked, Map.copyOf(headers), now, null);
    synchronized (this) {
      Kept before = replies.get(key);
      if (before != null && before.at().plus(time).isAfter(now)) {
        return again(before, asked);
      }
      replies.put(key, claim);
    }
    Done done = null;
    try {
      done = execution.get();
      return done.answer();
    } finally {
      end(key, claim, done);
    }
  }

  private Answer again(Kept before, Asked asked) {
    if (!before.asked().line().equals(asked.line())) {
      throw errors.apply(Cause.KEY_OF_OTHER_ENDPOINT);
    }
    if (!before.asked().equals(asked)) {
      throw errors.apply(Cause.KEY_OF_OTHER_PARAMETERS);
    }
    if (before.answer() == null) {
      throw errors.apply(Cause.KEY_IN_USE);
    }
    return before.answer().with("Idempotent-Replayed", "true").with(before.headers());
  }

  private synchronized void end(Key key, Kept claim, @Nullable Done done) {
    if (done != null && done.isKept()) {
      replies.put(key, new Kept(claim.asked(), claim.headers(), claim.at(), done.answer()));
    } else {
      replies.remove(key);
    }
  }
}
