package florin.webhook;

import java.time.Duration;
import java.util.Optional;

/** The outcome of one POST to an endpoint. */
sealed interface PostOutcome {
  Duration latency();

  /** Returns the time since a reading of {@link System#nanoTime}. */
  static Duration since(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos);
  }

  /** Returns whether the response is 2xx, which alone counts as success. */
  default boolean isDelivered() {
    return this instanceof Answered answered && answered.status() / 100 == 2;
  }

  /**
   * A response.
   *
   * @param headers one per line
   * @param body its first 4 KiB, as text
   * @param retryAfter the header of that name
   */
  record Answered(
      int status, String headers, String body, Optional<Duration> retryAfter, Duration latency)
      implements PostOutcome {}

  /**
   * No response, or nothing may be sent there.
   *
   * @param reason for the merchant
   */
  record Failed(String reason, Duration latency) implements PostOutcome {}
}
