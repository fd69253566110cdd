package florin.webhook;

import static java.util.Collections.max;
import static java.util.Collections.min;

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

  /** The longest pause that a receiver gets by asking for it, with `Retry-After`. */
  static final Duration LONGEST_ASKED = Duration.ofHours(24);

  public RetrySchedule {
    pauses = List.copyOf(pauses);
  }

  /**
   * The pause before the next attempt; empty when there is none. What a receiver asks for lengthens
   * it and never shortens it: attempts are few, and one that is overloaded would use them all up
   * within seconds by asking to be tried again at once.
   *
   * @param attempts made so far, at least one
   * @param asked the receiver's `Retry-After`
   */
  Optional<Duration> pauseAfter(int attempts, Optional<Duration> asked, RandomGenerator random) {
    if (attempts > pauses.size()) {
      return Optional.empty();
    }
    double factor = 1 + JITTER * (2 * random.nextDouble() - 1);
    Duration usual = Duration.ofMillis((long) (pauses.get(attempts - 1).toMillis() * factor));
    return Optional.of(
        asked.map(pause -> max(List.of(usual, min(List.of(pause, LONGEST_ASKED))))).orElse(usual));
  }

  /** Returns the number of attempts that a course of retries has. */
  int mostAttempts() {
    return pauses.size() + 1;
  }

  /**
   * Returns how long after its lease began a delivery is due again if nothing was recorded of an
   * attempt, since the node died in it. An attempt is counted before it is made, and it waits as if
   * it had failed: so a response that kills the service does not meet it again at every start.
   *
   * @param attempts counted so far, this one included
   */
  Duration untilNextWhenLost(int attempts) {
    return attempts > pauses.size()
        ? Fanout.LEASE
        : max(List.of(Fanout.LEASE, pauses.get(attempts - 1)));
  }
}
