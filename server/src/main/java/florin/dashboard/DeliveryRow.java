package florin.dashboard;

import florin.core.Id.DeliveryId;
import florin.webhook.Delivery;
import florin.webhook.Delivery.Attempt;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A delivery with its attempts, as pages show it.
 *
 * @param next when it is tried next
 */
public record DeliveryRow(
    String id,
    String event,
    String endpoint,
    String status,
    Instant created,
    Optional<Instant> next,
    List<AttemptRow> attempts) {

  /**
   * @param words what came back: a status, or why there was none
   */
  public record AttemptRow(
      String result, String words, long latencyMs, Optional<String> body, Instant at) {
    static AttemptRow of(Attempt attempt) {
      String words =
          attempt
              .httpStatus()
              .map(status -> "HTTP " + status)
              .or(attempt::error)
              .orElse("no answer");
      return new AttemptRow(
          attempt.result().text(),
          words,
          attempt.latencyMs(),
          attempt.responseBody().filter(body -> !body.isBlank()),
          attempt.created());
    }
  }

  static List<DeliveryRow> of(List<Delivery> deliveries, Map<DeliveryId, List<Attempt>> attempts) {
    return deliveries.stream()
        .map(delivery -> of(delivery, attempts.getOrDefault(delivery.id(), List.of())))
        .toList();
  }

  private static DeliveryRow of(Delivery delivery, List<Attempt> attempts) {
    return new DeliveryRow(
        delivery.id().text(),
        delivery.event().text(),
        delivery.endpoint().text(),
        delivery.status().text(),
        delivery.created(),
        delivery.due(),
        attempts.stream().map(AttemptRow::of).toList());
  }
}
