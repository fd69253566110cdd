package florin.webhook;

import florin.core.Id.DeliveryId;
import florin.core.Id.EventId;
import florin.core.Id.WebhookEndpointId;
import florin.core.Realm;
import florin.webhook.DeliveryAttempts.PostOutcome;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One event for one endpoint.
 *
 * @param attempts the attempts of the current series of retries, counted before each is made
 * @param due the time of the next attempt, or the end of the current lease; present while it is
 *     pending
 */
public record Delivery(
    Realm realm,
    DeliveryId id,
    WebhookEndpointId endpoint,
    EventId event,
    Status status,
    int attempts,
    Optional<Instant> due,
    Instant created,
    Optional<Instant> completed) {

  public enum Status {
    PENDING,
    DELIVERED,
    /** Every retry has failed. */
    EXHAUSTED,
    /** Its endpoint was disabled or deleted, or its event was deleted. */
    CANCELED;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Status of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }

    public static List<Status> all() {
      return List.of(values());
    }
  }

  /** The result of an attempt. */
  public enum AttemptResult {
    DELIVERED,
    /** The receiver responded, but not with 2xx. */
    REFUSED,
    /** The receiver did not respond. */
    FAILED;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    static AttemptResult of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }

    static AttemptResult of(PostOutcome sent) {
      return switch (sent) {
        case PostOutcome.Answered _ when sent.isDelivered() -> DELIVERED;
        case PostOutcome.Answered _ -> REFUSED;
        case PostOutcome.Failed _ -> FAILED;
      };
    }
  }

  /**
   * An attempted POST.
   *
   * @param responseHeaders one per line
   */
  public record DeliveryAttempt(
      AttemptResult result,
      Optional<Integer> httpStatus,
      Optional<String> error,
      long latencyMs,
      Optional<String> responseHeaders,
      Optional<String> responseBody,
      Instant created) {
    /** Returns the result: `HTTP 500`, or why there was no response. */
    public String text() {
      return httpStatus.map(status -> "HTTP " + status).or(() -> error).orElse("No response");
    }
  }
}
