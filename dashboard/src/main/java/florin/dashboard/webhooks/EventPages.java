package florin.dashboard.webhooks;

import florin.core.Id.EventId;
import florin.core.Id.WebhookEndpointId;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.event.EventLog;
import florin.event.EventLog.StoredEvent;
import florin.http.JsonText;
import florin.team.Permission;
import florin.webhook.Deliveries;
import florin.webhook.Delivery;
import florin.webhook.WebhookEndpoints;
import java.util.List;
import java.util.Optional;

/** The pages of `/dashboard/events`: the events, and their deliveries. */
public final class EventPages {
  private static final String PATH = "/dashboard/events";

  /** The most deliveries of an event, probably more than an account has endpoints. */
  private static final int MOST_DELIVERIES = PageRequest.MAX_LIMIT;

  private final EventLog events;
  private final Deliveries deliveries;
  private final WebhookEndpoints endpoints;

  public EventPages(EventLog events, Deliveries deliveries, WebhookEndpoints endpoints) {
    this.events = events;
    this.deliveries = deliveries;
    this.endpoints = endpoints;
  }

  /**
   * An endpoint to which the event can be sent.
   *
   * @param state of the last delivery there, for people
   * @param isChosen whether that delivery has failed
   */
  public record ResendTarget(String id, String url, String state, boolean isChosen) {}

  /**
   * The page of an event.
   *
   * @param targets the possible endpoints, if the viewer may send it
   * @param once makes the form idempotent
   */
  public record DetailView(
      StoredEvent event,
      List<DeliveryRow> deliveries,
      List<ResendTarget> targets,
      String json,
      String once) {
    public DetailView {
      deliveries = List.copyOf(deliveries);
      targets = List.copyOf(targets);
    }

    /** Returns whether this delivery can be sent again: its endpoint is enabled. */
    public boolean canResend(DeliveryRow delivery) {
      return targets.stream()
          .anyMatch(target -> target.id().equals(delivery.delivery().endpoint().text()));
    }
  }

  public Response show(DashboardRequest visit) {
    StoredEvent event = visit.find(EventId.KIND, events::find);
    List<Delivery> told =
        deliveries
            .listOfEvent(
                visit.realm(), event.id(), Optional.empty(), PageRequest.first(MOST_DELIVERIES))
            .data();
    List<DeliveryRow> rows =
        DeliveryRow.of(
            deliveries,
            visit.realm(),
            told,
            List.of(event),
            DeliveryRow.urls(endpoints, visit.realm(), told.stream()));
    return Response.Page.of(
        "event",
        event.type(),
        new DetailView(
            event,
            rows,
            visit.may(Permission.RESEND_EVENTS) ? targets(visit.realm(), rows) : List.of(),
            JsonText.of(event.body()).pretty(),
            visit.request().text()));
  }

  private List<ResendTarget> targets(Realm realm, List<DeliveryRow> rows) {
    return endpoints.list(realm, PageRequest.first(MOST_DELIVERIES)).data().stream()
        .filter(endpoint -> endpoint.disabledReason().isEmpty())
        .map(endpoint -> {
          Optional<DeliveryRow> last =
              rows.stream()
                  .filter(row -> row.delivery().endpoint().equals(endpoint.id()))
                  .findFirst();
          return new ResendTarget(
              endpoint.id().text(),
              endpoint.target().url(),
              last.map(row -> row.status().words()).orElse("Not sent"),
              last.map(DeliveryRow::delivery).filter(EventPages::hasFailed).isPresent());
        })
        .toList();
  }

  private static boolean hasFailed(Delivery delivery) {
    return switch (delivery.status()) {
      case DELIVERED -> false;
      case PENDING -> delivery.attempts() > 0;
      case EXHAUSTED, CANCELED -> true;
    };
  }

  public Response resend(DashboardRequest visit) {
    EventId id = visit.id(EventId.KIND);
    List<WebhookEndpointId> chosen =
        visit.form().texts("endpoint").stream()
            .flatMap(text -> WebhookEndpointId.KIND.parse(text).stream())
            .distinct()
            .limit(MOST_DELIVERIES)
            .toList();
    Done done = Done.to(PATH + "/" + id);
    if (chosen.isEmpty()) {
      return done.warning("Choose where to resend the event.");
    }
    chosen.forEach(endpoint -> DeliveryPages.resend(deliveries, visit, id, endpoint));
    visit.note(chosen.size() == 1 ? "1 endpoint" : chosen.size() + " endpoints");
    return done.saying(
        chosen.size() == 1
            ? "Event resent to one endpoint."
            : "Event resent to " + chosen.size() + " endpoints.");
  }
}
