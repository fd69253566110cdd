package florin.webhook;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * When a delivery that failed is tried again.
 *
 * @param pauses after the first attempt, the second, and so on; after the last there is none
 */
public record RetrySchedule(List<Duration> pauses) {
  public static final RetrySchedule DEFAULT =
      new RetrySchedule(
          List.of(
              Duration.ofSeconds(5),
              Duration.ofMinutes(5),
              Duration.ofMinutes(30),
              Duration.ofHours(2),
              Duration.ofHours(5),
              Duration.ofHours(10),
              Duration.ofHours(14),
              Duration.ofHours(20),
              Duration.ofHours(24)));

  /** Receivers that were away together are not to be met by everything at once. */
  static final double JITTER = 0.2;

  /** What a receiver may ask for by `Retry-After`; what is beyond is taken for the nearest. */
  static final Duration SHORTEST_ASKED = Duration.ofSeconds(1);

  static final Duration LONGEST_ASKED = Duration.ofHours(24);

  public RetrySchedule {
    pauses = List.copyOf(pauses);
  }

  /**
   * The pause before the next attempt; empty when there is none.
   *
   * @param attempts made so far, at least one
   * @param asked the receiver's `Retry-After`
   */
  Optional<Duration> pauseAfter(int attempts, Optional<Duration> asked, RandomGenerator random) {
    if (attempts > pauses.size()) {
      return Optional.empty();
    }
    double factor = 1 + JITTER * (2 * random.nextDouble() - 1);
    Duration usual = pauses.get(attempts - 1);
    return Optional.of(
        asked
            .map(RetrySchedule::withinBounds)
            .orElseGet(() -> Duration.ofMillis((long) (usual.toMillis() * factor))));
  }

  private static Duration withinBounds(Duration asked) {
    if (asked.compareTo(SHORTEST_ASKED) < 0) {
      return SHORTEST_ASKED;
    }
    return asked.compareTo(LONGEST_ASKED) > 0 ? LONGEST_ASKED : asked;
  }
}
