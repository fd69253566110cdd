package florin.webhook;

import java.time.Duration;
import java.util.Optional;

/** What came of one POST to an endpoint. */
sealed interface PostOutcome {
  Duration latency();

  /** From a reading of {@link System#nanoTime} until now. */
  static Duration since(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos);
  }

  /** Any 2xx; nothing else counts. */
  default boolean isDelivered() {
    return this instanceof Answered answered && answered.status() / 100 == 2;
  }

  /**
   * @param headers one a line
   * @param body the first 4 KiB of it, as text
   * @param retryAfter what the header of that name asks for
   */
  record Answered(
      int status, String headers, String body, Optional<Duration> retryAfter, Duration latency)
      implements PostOutcome {}

  /**
   * Nobody answered, or nothing may be sent there.
   *
   * @param reason for the merchant to read
   */
  record Failed(String reason, Duration latency) implements PostOutcome {}
}
