package florin.dashboard;

import florin.core.Id.DeliveryId;
import florin.core.Id.WebhookEndpointId;
import florin.core.Realm;
import florin.webhook.Delivery;
import florin.webhook.Delivery.DeliveryAttempt;
import florin.webhook.WebhookEndpoint;
import florin.webhook.WebhookEndpoints;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A delivery with its attempts, as pages show it.
 *
 * @param url of the endpoint; empty when it is deleted
 * @param next when it is tried next
 */
public record DeliveryRow(
    String event,
    String endpoint,
    Optional<String> url,
    String status,
    Instant created,
    Optional<Instant> next,
    List<AttemptRow> attempts) {

  /**
   * @param words what came back: a status, or why there was none
   */
  public record AttemptRow(String words, long latencyMs, Optional<String> body, Instant at) {
    static AttemptRow of(DeliveryAttempt attempt) {
      String words =
          attempt
              .httpStatus()
              .map(status -> "HTTP " + status)
              .or(attempt::error)
              .orElse("no answer");
      return new AttemptRow(
          words,
          attempt.latencyMs(),
          attempt.responseBody().filter(body -> !body.isBlank()),
          attempt.created());
    }
  }

  static List<DeliveryRow> of(
      List<Delivery> deliveries,
      Map<DeliveryId, List<DeliveryAttempt>> attempts,
      Map<WebhookEndpointId, String> urls) {
    return deliveries.stream()
        .map(delivery ->
            of(
                delivery,
                attempts.getOrDefault(delivery.id(), List.of()),
                Optional.ofNullable(urls.get(delivery.endpoint()))))
        .toList();
  }

  /** Where the endpoints of these deliveries are, of those that are not deleted. */
  static Map<WebhookEndpointId, String> urls(
      WebhookEndpoints endpoints, Realm realm, Stream<Delivery> deliveries) {
    return deliveries
        .map(Delivery::endpoint)
        .distinct()
        .flatMap(id -> endpoints.find(realm, id).stream())
        .collect(Collectors.toMap(WebhookEndpoint::id, endpoint -> endpoint.target().url()));
  }

  private static DeliveryRow of(
      Delivery delivery, List<DeliveryAttempt> attempts, Optional<String> url) {
    return new DeliveryRow(
        delivery.event().text(),
        delivery.endpoint().text(),
        url,
        delivery.status().text(),
        delivery.created(),
        delivery.due(),
        attempts.stream().map(AttemptRow::of).toList());
  }
}
