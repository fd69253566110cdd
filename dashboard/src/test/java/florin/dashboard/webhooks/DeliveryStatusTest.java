package florin.dashboard.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Id.DeliveryId;
import florin.core.Id.EventId;
import florin.core.Id.WebhookEndpointId;
import florin.core.Realm;
import florin.dashboard.parts.Pill;
import florin.webhook.Delivery;
import florin.webhook.Delivery.AttemptResult;
import florin.webhook.Delivery.DeliveryAttempt;
import florin.webhook.Delivery.Status;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The label and color for the status of a delivery. */
class DeliveryStatusTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final int MOST = 10;

  private static final DeliveryAttempt FAILED =
      attempt(AttemptResult.REFUSED, Optional.of(500), Optional.empty());
  private static final DeliveryAttempt UNANSWERED =
      attempt(AttemptResult.FAILED, Optional.empty(), Optional.of("Connection refused"));
  private static final DeliveryAttempt RECEIVED =
      attempt(AttemptResult.DELIVERED, Optional.of(200), Optional.empty());

  @Test
  void a_failed_attempt_is_retrying_with_its_number_and_its_result() {
    assertThat(of(Status.PENDING, 8, Optional.of(FAILED)))
        .isEqualTo(new Pill("wait", "Retrying · 8 of 10 · HTTP 500"));
    assertThat(of(Status.PENDING, 1, Optional.of(UNANSWERED)))
        .isEqualTo(new Pill("wait", "Retrying · 1 of 10 · No response"));
  }

  @Test
  void a_delivery_without_a_failed_attempt_is_pending() {
    var pending = new Pill("note", "Pending");
    assertThat(of(Status.PENDING, 0, Optional.empty())).isEqualTo(pending);
    assertThat(of(Status.PENDING, 1, Optional.empty()))
        .as("attempt in progress")
        .isEqualTo(pending);
    assertThat(of(Status.PENDING, 0, Optional.of(FAILED))).as("resent").isEqualTo(pending);
    assertThat(of(Status.PENDING, 1, Optional.of(RECEIVED))).as("resent").isEqualTo(pending);
  }

  @Test
  void a_completed_delivery_is_delivered_given_up_or_canceled() {
    assertThat(of(Status.DELIVERED, 3, Optional.of(RECEIVED)))
        .isEqualTo(new Pill("good", "Delivered"));
    assertThat(of(Status.EXHAUSTED, MOST, Optional.of(FAILED)))
        .isEqualTo(new Pill("bad", "Given up"));
    assertThat(of(Status.CANCELED, 2, Optional.of(FAILED))).isEqualTo(new Pill("calm", "Canceled"));
  }

  private static Pill of(Status status, int attempts, Optional<DeliveryAttempt> last) {
    var delivery =
        new Delivery(
            new Realm(2),
            new DeliveryId(new UUID(1, 1)),
            new WebhookEndpointId(new UUID(1, 2)),
            new EventId(new UUID(1, 3)),
            status,
            attempts,
            Optional.empty(),
            NOW,
            Optional.empty());
    return DeliveryStatus.of(delivery, last, MOST);
  }

  private static DeliveryAttempt attempt(
      AttemptResult result, Optional<Integer> httpStatus, Optional<String> error) {
    return new DeliveryAttempt(
        result, httpStatus, error, 34, Optional.empty(), Optional.empty(), NOW);
  }
}
