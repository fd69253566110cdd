package emulator.mollie;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The responses to `POST` requests with an `Idempotency-Key`, kept for an hour and replayed byte
 * for byte. Mollie's documentation makes no difference between successes and errors.
 */
final class Replies {
  private static final Duration KEPT = Duration.ofHours(1);

  private final Supplier<Instant> clock;
  private final Map<Key, Kept> replies = new HashMap<>();

  record Key(boolean live, String text) {}

  /**
   * A response under its key.
   *
   * @param line method and path
   * @param parameters the query and the body, which a repetition must have too
   * @param answer null during the execution
   */
  private record Kept(String line, Object parameters, Instant at, @Nullable Answer answer) {}

  Replies(Supplier<Instant> clock) {
    this.clock = clock;
  }

  /** Executes the request, or replays the response to its key. */
  Answer once(Key key, String line, Object parameters, Supplier<Answer> execution) {
    Instant now = clock.get();
    var claim = new Kept(line, parameters, now, null);
    synchronized (this) {
      Kept before = replies.get(key);
      if (before != null && before.at().plus(KEPT).isAfter(now)) {
        return again(before, claim);
      }
      replies.put(key, claim);
    }
    Answer answer = null;
    try {
      answer = execution.get();
      return answer;
    } finally {
      end(key, claim, answer);
    }
  }

  private static Answer again(Kept before, Kept claim) {
    if (!before.line().equals(claim.line()) || !before.parameters().equals(claim.parameters())) {
      throw Problem.badRequest(
          "The idempotency key was used for another endpoint or with other parameters");
    }
    if (before.answer() == null) {
      throw Problem.keyInUse();
    }
    return before.answer().with("Idempotent-Replayed", "true");
  }

  private synchronized void end(Key key, Kept claim, @Nullable Answer answer) {
    if (answer == null) {
      replies.remove(key);
    } else {
      replies.put(key, new Kept(claim.line(), claim.parameters(), claim.at(), answer));
    }
  }
}
