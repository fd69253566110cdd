package florin.webhook;

import florin.core.Id.DeliveryId;
import florin.core.Id.EventId;
import florin.core.Id.WebhookEndpointId;
import florin.core.Page;
import florin.core.Realm;
import florin.event.EventApi;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Cursor;
import florin.http.Exchange;
import florin.http.Format;
import florin.http.Params;
import florin.idempotency.ResultView;
import florin.webhook.Delivery.DeliveryAttempt;
import florin.webhook.Delivery.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The endpoints for the deliveries of an event or an endpoint, and for sending an event again. */
public final class DeliveryApi {
  private static final Format<Status> STATUS = Format.choice(Status.all(), Status::text);

  private final Deliveries deliveries;

  public DeliveryApi(Deliveries deliveries) {
    this.deliveries = deliveries;
  }

  /** The path and query of `GET /v2/events/{id}/deliveries`. */
  public record ListOfEvent(EventId event, Cursor<DeliveryId> cursor, Optional<Status> status) {}

  /** The path and query of `GET /v2/webhook_endpoints/{id}/deliveries`. */
  public record ListOfEndpoint(
      WebhookEndpointId endpoint, Cursor<DeliveryId> cursor, Optional<Status> status) {}

  /** The path and body of `POST /v2/events/{id}/resend`. */
  public record Resend(EventId event, Optional<WebhookEndpointId> endpoint) {}

  public static ListOfEvent readListOfEvent(Exchange exchange) {
    EventId event = exchange.pathId(EventId.KIND);
    Params query = Params.of(exchange.query());
    Cursor<DeliveryId> cursor = Cursor.read(query, DeliveryId.KIND);
    Optional<Status> status = query.optional("status", STATUS);
    return query.build(() -> new ListOfEvent(event, cursor, status));
  }

  public Answer listOfEvent(Call<ListOfEvent> call) {
    Realm realm = call.realm();
    ListOfEvent input = call.input();
    Page<Delivery> page =
        deliveries.listOfEvent(
            realm,
            input.event(),
            input.status(),
            input.cursor().page(id -> deliveries.isThere(realm, id)));
    return answer("/v2/events/" + input.event() + "/deliveries", realm, page);
  }

  public static ListOfEndpoint readListOfEndpoint(Exchange exchange) {
    WebhookEndpointId endpoint = WebhookEndpointApi.readId(exchange);
    Params query = Params.of(exchange.query());
    Cursor<DeliveryId> cursor = Cursor.read(query, DeliveryId.KIND);
    Optional<Status> status = query.optional("status", STATUS);
    return query.build(() -> new ListOfEndpoint(endpoint, cursor, status));
  }

  public Answer listOfEndpoint(Call<ListOfEndpoint> call) {
    Realm realm = call.realm();
    ListOfEndpoint input = call.input();
    Page<Delivery> page =
        deliveries.listOfEndpoint(
            realm,
            input.endpoint(),
            input.status(),
            input.cursor().page(id -> deliveries.isThere(realm, id)));
    return answer("/v2/webhook_endpoints/" + input.endpoint() + "/deliveries", realm, page);
  }

  public static Resend readResend(Exchange exchange) {
    EventId event = exchange.pathId(EventId.KIND);
    Params body = Params.of(exchange.json());
    Optional<WebhookEndpointId> endpoint =
        body.optional("webhook_endpoint", Format.id(WebhookEndpointId.KIND));
    return body.build(() -> new Resend(event, endpoint));
  }

  public Answer resend(Call<Resend> call) {
    return ResultView.answer(
        deliveries.resend(
            call.realm(), call.input().event(), call.input().endpoint(), ResultView.origin(call)),
        EventApi::answer);
  }

  private Answer answer(String url, Realm realm, Page<Delivery> page) {
    Map<DeliveryId, List<DeliveryAttempt>> attempts = deliveries.listAttempts(realm, page.data());
    return Answer.list(
        url,
        page,
        delivery -> DeliveryView.of(delivery, attempts.getOrDefault(delivery.id(), List.of())));
  }
}
