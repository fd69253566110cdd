package emulator.stripe;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The responses to requests with an `Idempotency-Key`, kept for a day. Responses after an
 * execution, including errors, are replayed byte for byte. Rejections before an execution are not
 * kept.
 */
final class Replies {
  private static final Duration KEPT = Duration.ofHours(24);

  private final InstantSource clock;
  private final Map<Key, Kept> replies = new HashMap<>();

  record Key(boolean live, String text) {}

  /** The result of an execution. */
  record Done(Answer answer, boolean isKept) {}

  /**
   * A response under its key.
   *
   * @param answer null during the execution
   */
  private record Kept(
      String line, String fingerprint, String request, Instant at, @Nullable Answer answer) {}

  Replies(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Executes the request, or replays the response to its key.
   *
   * @param line method and path
   * @param request the id of this request
   */
  Answer once(Key key, String line, String fingerprint, String request, Supplier<Done> execution) {
    var claim = new Kept(line, fingerprint, request, clock.instant(), null);
    synchronized (this) {
      Kept before = replies.get(key);
      if (before != null && before.at().plus(KEPT).isAfter(clock.instant())) {
        return again(before, claim);
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

  private static Answer again(Kept before, Kept claim) {
    if (!before.line().equals(claim.line())) {
      throw Refusal.otherEndpoint();
    }
    if (!before.fingerprint().equals(claim.fingerprint())) {
      throw Refusal.otherParameters();
    }
    if (before.answer() == null) {
      throw Refusal.keyInUse();
    }
    return before
        .answer()
        .with("Idempotent-Replayed", "true")
        .with("Original-Request", before.request());
  }

  private synchronized void end(Key key, Kept claim, @Nullable Done done) {
    if (done != null && done.isKept()) {
      replies.put(
          key,
          new Kept(claim.line(), claim.fingerprint(), claim.request(), claim.at(), done.answer()));
    } else {
      replies.remove(key);
    }
  }
}
