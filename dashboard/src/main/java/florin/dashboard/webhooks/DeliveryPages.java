package florin.dashboard.webhooks;

import florin.core.Id.DeliveryId;
import florin.core.Id.EventId;
import florin.core.Id.WebhookEndpointId;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Paging;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.event.EventLog;
import florin.event.EventLog.StoredEvent;
import florin.http.JsonText;
import florin.webhook.Deliveries;
import florin.webhook.Delivery;
import florin.webhook.Delivery.DeliveryAttempt;
import florin.webhook.Verification;
import florin.webhook.WebhookEndpoint;
import florin.webhook.WebhookEndpoints;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The pages of `/dashboard/webhooks/deliveries/{id}`: the requests to an endpoint, and its
 * responses.
 */
public final class DeliveryPages {
  private final Deliveries deliveries;
  private final WebhookEndpoints endpoints;
  private final EventLog events;
  private final Verification verification;

  public DeliveryPages(
      Deliveries deliveries,
      WebhookEndpoints endpoints,
      EventLog events,
      Verification verification) {
    this.deliveries = deliveries;
    this.endpoints = endpoints;
    this.events = events;
    this.verification = verification;
  }

  /**
   * The page.
   *
   * @param canResend whether its endpoint exists and is enabled
   * @param request the headers of the last attempt, one per line; empty before the first
   * @param body the sent body
   * @param signed the signed text before the body
   * @param attempts the last one first
   */
  public record View(
      DeliveryRow row,
      Optional<String> endpointPath,
      boolean canResend,
      String request,
      Optional<String> body,
      String signed,
      List<DeliveryAttempt> attempts,
      String once) {}

  public Response show(DashboardRequest visit) {
    Delivery delivery = visit.find(DeliveryId.KIND, deliveries::find);
    Optional<StoredEvent> event = events.find(visit.realm(), delivery.event());
    Optional<WebhookEndpoint> endpoint = endpoints.find(visit.realm(), delivery.endpoint());
    List<DeliveryAttempt> attempts =
        deliveries
            .listAttempts(visit.realm(), List.of(delivery))
            .getOrDefault(delivery.id(), List.of());
    DeliveryRow row =
        DeliveryRow.of(
                deliveries,
                visit.realm(),
                List.of(delivery),
                event.stream().toList(),
                endpoint.map(found -> Map.of(found.id(), found.target().url())).orElse(Map.of()))
            .getFirst();
    Optional<Instant> last = attempts.stream().map(DeliveryAttempt::created).reduce((_, b) -> b);
    return Response.Page.of(
        "delivery",
        row.type(),
        new View(
            row,
            endpoint.map(found -> WebhookPages.PATH + "/" + found.id()),
            endpoint.filter(found -> found.disabledReason().isEmpty()).isPresent(),
            last.flatMap(at -> endpoint.flatMap(to -> event.map(kept -> request(to, kept, at))))
                .orElse(""),
            event.map(kept -> JsonText.of(kept.body()).pretty()),
            last.map(at -> at.getEpochSecond() + ".").orElse(""),
            attempts.reversed(),
            visit.request().text()));
  }

  private String request(WebhookEndpoint endpoint, StoredEvent event, Instant at) {
    var text = new StringBuilder("POST ").append(endpoint.target().url());
    verification
        .listHeaders(endpoint, event.id(), event.body(), at)
        .forEach((name, value) -> text.append('\n').append(name).append(": ").append(value));
    return text.toString();
  }

  public Response resend(DashboardRequest visit) {
    Delivery delivery = visit.find(DeliveryId.KIND, deliveries::find);
    resend(deliveries, visit, delivery.event(), delivery.endpoint());
    return Done.to(DeliveryRow.PATH + "/" + delivery.id()).saying("Delivery resent.");
  }

  /** Sends the selected deliveries again, up to the size of the list. */
  public Response resendMany(DashboardRequest visit) {
    WebhookEndpointId endpoint = visit.id(WebhookEndpointId.KIND);
    List<Delivery> chosen =
        visit.form().texts("delivery").stream()
            .distinct()
            .limit(Paging.ROWS)
            .flatMap(text -> DeliveryId.KIND.parse(text).stream())
            .flatMap(id -> deliveries.find(visit.realm(), id).stream())
            .filter(delivery -> delivery.endpoint().equals(endpoint))
            .toList();
    Done done = Done.to(WebhookPages.PATH + "/" + endpoint);
    if (chosen.isEmpty()) {
      return done.warning("Choose the deliveries to resend.");
    }
    chosen.forEach(delivery -> resend(deliveries, visit, delivery.event(), delivery.endpoint()));
    visit.note(chosen.size() + " deliveries");
    return done.saying(
        chosen.size() == 1 ? "One delivery resent." : chosen.size() + " deliveries resent.");
  }

  /** Sends an event again, once for each page, however often its form is sent. */
  static void resend(
      Deliveries deliveries, DashboardRequest visit, EventId event, WebhookEndpointId endpoint) {
    deliveries.resend(
        visit.realm(),
        event,
        Optional.of(endpoint),
        visit.originOnce(" " + event + " " + endpoint, "resend " + event + " to " + endpoint));
  }
}
