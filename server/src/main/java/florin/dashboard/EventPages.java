package florin.dashboard;

import florin.core.Id.EventId;
import florin.core.PageRequest;
import florin.dashboard.Response.Done;
import florin.event.EventLog;
import florin.event.EventLog.StoredEvent;
import florin.http.JsonText;
import florin.idempotency.Origin;
import florin.webhook.Deliveries;
import florin.webhook.Delivery;
import florin.webhook.WebhookEndpoints;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** `/dashboard/events`: what happened, and who was told. */
public final class EventPages {
  private static final String PATH = "/dashboard/events";

  /** More deliveries of one event than an account has endpoints, in all likelihood. */
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
   * An event in a list.
   *
   * @param object the id of what it is about
   */
  public record Row(String id, String type, String object, Instant created) {
    static Row of(StoredEvent event) {
      JsonText body = JsonText.of(event.body());
      return new Row(
          event.id().text(),
          event.type(),
          body.find("/data/object/id").orElse(""),
          Instant.ofEpochSecond(Long.parseLong(body.find("/created").orElseThrow())));
    }

    public Optional<String> objectPath() {
      return ObjectPath.of(object);
    }
  }

  /**
   * @param request the request that made it happen; empty when Florin itself did
   */
  public record DetailView(
      Row event, Optional<String> request, List<DeliveryRow> deliveries, String json) {}

  Response show(Visit visit) {
    EventId id = visit.id(EventId.KIND);
    StoredEvent event = events.find(visit.realm(), id).orElseThrow(id::notFound);
    JsonText body = JsonText.of(event.body());
    List<Delivery> told =
        deliveries
            .listOfEvent(visit.realm(), id, Optional.empty(), PageRequest.first(MOST_DELIVERIES))
            .data();
    return Response.Page.of(
        "event",
        event.type(),
        new DetailView(
            Row.of(event),
            body.find("/request/id"),
            DeliveryRow.of(
                told,
                DeliveryRow.Context.of(
                    deliveries,
                    visit.realm(),
                    told,
                    List.of(event),
                    DeliveryRow.urls(endpoints, visit.realm(), told.stream()))),
            body.pretty()));
  }

  Response resend(Visit visit) {
    EventId id = visit.id(EventId.KIND);
    deliveries.resend(
        visit.realm(), id, Optional.empty(), new Origin(visit.request(), Optional.empty()));
    return Done.to(PATH + "/" + id)
        .saying("Event resent to every enabled endpoint that wants events of its type.");
  }
}
