package florin.core;

import java.time.Instant;
import java.util.Optional;

/**
 * Whether the scheme of a declined card allows another attempt.
 *
 * @param notBefore the time from which it does; empty if it does now, or never
 * @param attemptsLeft the number of attempts that it allows now
 */
public record Retry(boolean allowed, Optional<Instant> notBefore, int attemptsLeft) {
  public static final Retry NEVER = new Retry(false, Optional.empty(), 0);
}
