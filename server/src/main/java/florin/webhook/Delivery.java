package florin.webhook;

import florin.core.Id.DeliveryId;
import florin.core.Id.EventId;
import florin.core.Id.WebhookEndpointId;
import florin.core.Realm;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One event for one endpoint.
 *
 * @param attempts of the present course of retries, counted before each is made
 * @param due when it is tried next, or until when somebody works on it; present while it is pending
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
    /** Its endpoint was disabled or deleted, or its event is gone. */
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

  /** How an attempt went. */
  public enum AttemptResult {
    DELIVERED,
    /** The receiver answered, and not with 2xx. */
    REFUSED,
    /** It did not answer. */
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
   * One POST that was tried.
   *
   * @param responseHeaders one a line
   */
  public record DeliveryAttempt(
      AttemptResult result,
      Optional<Integer> httpStatus,
      Optional<String> error,
      long latencyMs,
      Optional<String> responseHeaders,
      Optional<String> responseBody,
      Instant created) {}
}
