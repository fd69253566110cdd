package florin.db;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * The time that an id carries (RFC 9562, section 5.7). Ids are made at the moment of creation, so a
 * span of creation times is a range of the primary key, and a list by time is as quick as one
 * without.
 */
public final class IdTime {
  /** An id may be made a little before or after the time that is written beside it. */
  private static final Duration SLACK = Duration.ofSeconds(5);

  private IdTime() {}

  /**
   * From a time on, and before another.
   *
   * @param until exclusive
   */
  public record Span(Optional<Instant> from, Optional<Instant> until) {
    public static final Span ALWAYS = new Span(Optional.empty(), Optional.empty());

    /** From the beginning of a Unix second to the end of another. */
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

  /** No id that was made for something created at this time or later is lower. */
  public static UUID lowest(Instant created) {
    return at(created.minus(SLACK));
  }

  /** No id that was made for something created before this time is higher. */
  public static UUID highest(Instant created) {
    return at(created.plus(SLACK));
  }

  /**
   * Before every id that is made from this time on: where a moment more or less does not matter.
   */
  public static UUID first(Instant time) {
    return at(time);
  }

  private static UUID at(Instant time) {
    return new UUID(Math.max(0, time.toEpochMilli()) << 16, 0);
  }
}
