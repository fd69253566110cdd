package florin.webhook;

import static java.util.Collections.max;
import static java.util.Collections.min;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The pauses between the attempts of a failed delivery.
 *
 * @param pauses after the first attempt, the second, and so on; none follows the last
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

  /**
   * The random part of a pause, so that recovered receivers do not get all retries at the same
   * time.
   */
  static final double JITTER = 0.2;

  /** The longest pause that a receiver can request with `Retry-After`. */
  static final Duration LONGEST_ASKED = Duration.ofHours(24);

  public RetrySchedule {
    pauses = List.copyOf(pauses);
  }

  /**
   * Returns the pause before the next attempt; empty if there is none. A receiver's request can
   * lengthen the pause but never shorten it. Attempts are few, and an overloaded receiver that
   * requested immediate retries would use them all within seconds.
   *
   * @param attempts the number of attempts so far, at least one
   * @param asked the pause that the receiver requested with `Retry-After`
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

  /** Returns the number of attempts in a series of retries. */
  int mostAttempts() {
    return pauses.size() + 1;
  }

  /**
   * Returns the time after which a delivery is due again if the node died during an attempt. It
   * counts from the start of the lease. An attempt is counted before it is made, and waits as if it
   * had failed. So a response that crashes the service does not crash it again at every start.
   *
   * @param attempts counted so far, including this one
   */
  Duration untilNextWhenLost(int attempts) {
    return attempts > pauses.size()
        ? Fanout.LEASE
        : max(List.of(Fanout.LEASE, pauses.get(attempts - 1)));
  }
}
