package florin.demo;

import java.time.Duration;
import java.time.Instant;

/**
 * The parameters of a history.
 *
 * @param seed the same seed gives the same history, except for ids
 * @param end the end of the history, slightly before the current time
 */
public record Plan(long seed, int payments, int weeks, Instant end) {
  /** The minimum number of payments, enough for every test card. */
  public static final int FEWEST_PAYMENTS = 200;

  public static final int MOST_PAYMENTS = 50_000;
  public static final int MOST_WEEKS = 52;

  public Plan {
    if (payments < FEWEST_PAYMENTS || payments > MOST_PAYMENTS || weeks < 1 || weeks > MOST_WEEKS) {
      throw new IllegalArgumentException("no plan: " + payments + " payments, " + weeks + " weeks");
    }
  }

  public Instant start() {
    return end.minus(Duration.ofDays(7L * weeks));
  }

  /** Returns the time at a fraction of the history. */
  Instant at(double share) {
    return start().plus(Duration.ofSeconds((long) (share * 7 * weeks * 86_400)));
  }
}
