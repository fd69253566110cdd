package florin.webhook;

import florin.core.Id.DeliveryId;
import florin.core.Id.EventId;
import florin.core.Id.WebhookEndpointId;
import florin.webhook.Delivery.AttemptResult;
import florin.webhook.Delivery.DeliveryAttempt;
import florin.webhook.Delivery.Status;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A delivery with its attempts as the API shows it. */
record DeliveryView(
    DeliveryId id,
    String object,
    EventId event,
    WebhookEndpointId webhookEndpoint,
    Status status,
    Optional<Instant> nextAttempt,
    List<DeliveryAttemptView> attempts,
    Instant created,
    Optional<Instant> completed,
    boolean livemode) {

  record DeliveryAttemptView(
      AttemptResult result,
      Optional<Integer> responseStatus,
      Optional<String> error,
      long latencyMs,
      List<HeaderView> responseHeaders,
      Optional<String> responseBody,
      Instant created) {
    static DeliveryAttemptView of(DeliveryAttempt attempt) {
      return new DeliveryAttemptView(
          attempt.result(),
          attempt.httpStatus(),
          attempt.error(),
          attempt.latencyMs(),
          attempt.responseHeaders().stream().flatMap(String::lines).map(HeaderView::of).toList(),
          attempt.responseBody(),
          attempt.created());
    }
  }

  record HeaderView(String name, String value) {
    static HeaderView of(String line) {
      int colon = line.indexOf(':');
      return colon < 0
          ? new HeaderView(line, "")
          : new HeaderView(line.substring(0, colon), line.substring(colon + 1).strip());
    }
  }

  static DeliveryView of(Delivery delivery, List<DeliveryAttempt> attempts) {
    return new DeliveryView(
        delivery.id(),
        "delivery",
        delivery.event(),
        delivery.endpoint(),
        delivery.status(),
        delivery.due(),
        attempts.stream().map(DeliveryAttemptView::of).toList(),
        delivery.created(),
        delivery.completed(),
        delivery.realm().isLive());
  }
}
