package florin.db;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * The time in an id (RFC 9562, section 5.7). Ids are created together with their objects. So a span
 * of creation times is a range of the primary key, and a list by time is as fast as one without.
 */
public final class IdTime {
  /** The tolerance between an id's time and the time that is stored with it. */
  private static final Duration SLACK = Duration.ofSeconds(5);

  private IdTime() {}

  /**
   * A span of time.
   *
   * @param until exclusive
   */
  public record Span(Optional<Instant> from, Optional<Instant> until) {
    public static final Span ALWAYS = new Span(Optional.empty(), Optional.empty());

    /** Returns the span from the beginning of one Unix second to the end of another. */
    public static Span ofSeconds(OptionalLong first, OptionalLong last) {
      return new Span(
          first.isEmpty()
              ? Optional.empty()
              : Optional.of(Instant.ofEpochSecond(first.getAsLong())),
          last.isEmpty()
              ? Optional.empty()
              : Optional.of(Instant.ofEpochSecond(last.getAsLong() + 1)));
    }
  }

  /** Returns a lower bound for the ids of objects that were created at this time or later. */
  public static UUID lowest(Instant created) {
    return at(created.minus(SLACK));
  }

  /** Returns an upper bound for the ids of objects that were created before this time. */
  public static UUID highest(Instant created) {
    return at(created.plus(SLACK));
  }

  /**
   * Returns a bound before the ids from this time on, without tolerance, if an exact result does
   * not matter.
   */
  public static UUID first(Instant time) {
    return at(time);
  }

  private static UUID at(Instant time) {
    return new UUID(Math.max(0, time.toEpochMilli()) << 16, 0);
  }
}
