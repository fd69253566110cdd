package florin.dashboard.webhooks;

import florin.core.Id.DeliveryId;
import florin.core.Id.EventId;
import florin.core.Id.WebhookEndpointId;
import florin.core.Realm;
import florin.dashboard.parts.EventText;
import florin.dashboard.parts.ObjectPath;
import florin.dashboard.parts.Pill;
import florin.event.EventLog.StoredEvent;
import florin.webhook.Deliveries;
import florin.webhook.Delivery;
import florin.webhook.Delivery.DeliveryAttempt;
import florin.webhook.WebhookEndpoint;
import florin.webhook.WebhookEndpoints;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A row of a list of deliveries.
 *
 * @param event empty if it was deleted
 * @param url of the endpoint; empty if it was deleted
 * @param last the last attempt
 * @param most attempts that are allowed
 */
public record DeliveryRow(
    Delivery delivery,
    Optional<StoredEvent> event,
    Optional<String> url,
    Optional<DeliveryAttempt> last,
    int most) {
  static final String PATH = "/dashboard/webhooks/deliveries";

  private static final int MOST_OF_ID = 16;

  /**
   * Returns the rows.
   *
   * @param events the events of the deliveries, except for deleted ones
   * @param urls of the existing endpoints
   */
  static List<DeliveryRow> of(
      Deliveries deliveries,
      Realm realm,
      List<Delivery> page,
      List<StoredEvent> events,
      Map<WebhookEndpointId, String> urls) {
    Map<DeliveryId, DeliveryAttempt> last = deliveries.listLastAttempts(realm, page);
    Map<EventId, StoredEvent> byId =
        events.stream().collect(Collectors.toMap(StoredEvent::id, Function.identity()));
    return page.stream()
        .map(delivery ->
            new DeliveryRow(
                delivery,
                Optional.ofNullable(byId.get(delivery.event())),
                Optional.ofNullable(urls.get(delivery.endpoint())),
                Optional.ofNullable(last.get(delivery.id())),
                deliveries.mostAttempts()))
        .toList();
  }

  public String path() {
    return PATH + "/" + delivery.id();
  }

  public Pill status() {
    return DeliveryStatus.of(delivery, last, most);
  }

  public boolean isRetrying() {
    return DeliveryStatus.isRetrying(status());
  }

  /** Returns the type of its event. */
  public String type() {
    return event.map(StoredEvent::type).orElse("Deleted event");
  }

  /** Returns the id of the event's object. */
  public Optional<String> object() {
    return event.flatMap(EventText::object);
  }

  public Optional<String> objectPath() {
    return object().flatMap(ObjectPath::of);
  }

  /** Returns the attempts that were made and are allowed: `7 of 10`. */
  public String attempts() {
    return delivery.attempts() + " of " + most;
  }

  /** Returns the result of the last attempt. */
  public Optional<String> answer() {
    return last.map(attempt -> attempt.text() + ", " + attempt.latencyMs() + " ms");
  }

  /** Returns the number and the result of the last attempt: `1 of 10 · HTTP 200, 41 ms`. */
  public String outcome() {
    return answer().map(last -> attempts() + " · " + last).orElse("");
  }

  /** Returns a shortened id that still distinguishes it from others. */
  public String shortObject() {
    return object()
        .map(id ->
            id.length() <= MOST_OF_ID
                ? id
                : id.substring(0, id.indexOf('_') + 1) + "…" + id.substring(id.length() - 6))
        .orElse("–");
  }

  /** Returns the URLs of the existing endpoints. */
  public static Map<WebhookEndpointId, String> urls(
      WebhookEndpoints endpoints, Realm realm, Stream<Delivery> deliveries) {
    return deliveries
        .map(Delivery::endpoint)
        .distinct()
        .flatMap(id -> endpoints.find(realm, id).stream())
        .collect(Collectors.toMap(WebhookEndpoint::id, endpoint -> endpoint.target().url()));
  }
}
