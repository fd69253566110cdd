package florin.webhook;

import florin.core.ErrorCode;
import florin.core.Field;
import florin.core.Id.WebhookEndpointId;
import florin.core.MetadataChange;
import florin.core.Page;
import florin.core.Realm;
import florin.db.IdTime;
import florin.event.EventApi;
import florin.event.EventType;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Cursor;
import florin.http.Exchange;
import florin.http.Format;
import florin.http.Params;
import florin.http.Range;
import florin.http.TextFormats;
import florin.idempotency.ResultView;
import florin.webhook.WebhookEndpoint.Status;
import florin.webhook.WebhookEndpoints.NewEndpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The endpoints of `/v2/webhook_endpoints`. */
public final class WebhookEndpointApi {

  private static final List<String> EVENTS =
      Stream.concat(Stream.of(WebhookEndpoint.ALL), EventType.texts().stream()).toList();

  private static final Format<String> EVENT = Format.choice(EVENTS, text -> text);

  static final Format<Status> STATUS = Format.choice(List.of(Status.values()), Status::text);

  private static final Format<Duration> EXPIRES_IN =
      Format.integer(Range.of(0, WebhookEndpoints.MAX_OVERLAP.toSeconds()))
          .map(Duration::ofSeconds);

  private final WebhookEndpoints endpoints;

  public WebhookEndpointApi(WebhookEndpoints endpoints) {
    this.endpoints = endpoints;
  }

  /** The query of `GET /v2/webhook_endpoints`. */
  public record ListEndpoints(
      Cursor<WebhookEndpointId> cursor, Optional<Status> status, IdTime.Span created) {}

  /** The path and body of an update. */
  public record UpdateEndpoint(WebhookEndpointId id, EndpointChange change) {}

  /** The path and body of a rotation. */
  public record RotateSecret(WebhookEndpointId id, Duration overlap) {}

  /** The path and body of a replay. */
  public record Replay(WebhookEndpointId id, Instant since) {}

  public static NewEndpoint readCreate(Exchange exchange) {
    Params body = Params.of(exchange.json());
    String url = body.required("url", EndpointFormats.URL);
    Optional<List<String>> events = readEvents(body);
    Optional<String> description = body.optional("description", EndpointFormats.DESCRIPTION);
    Map<String, String> metadata = TextFormats.metadata(body).applyTo(Map.of());
    return body.build(() -> new NewEndpoint(url, events, description, metadata));
  }

  public Answer create(Call<NewEndpoint> call) {
    return ResultView.of(
        endpoints.create(call.realm(), ResultView.origin(call), call.input()),
        WebhookEndpointView::of);
  }

  public static WebhookEndpointId readId(Exchange exchange) {
    return exchange.pathId(WebhookEndpointId.KIND);
  }

  public Answer retrieve(Call<WebhookEndpointId> call) {
    return Answer.found(
        call.input(), endpoints.find(call.realm(), call.input()), WebhookEndpointView::of);
  }

  public static ListEndpoints readList(Exchange exchange) {
    Params query = Params.of(exchange.query());
    Cursor<WebhookEndpointId> cursor = Cursor.read(query, WebhookEndpointId.KIND);
    Optional<Status> status = query.optional("status", STATUS);
    IdTime.Span created = query.bounds("created", Range.UNIX_TIME).map(IdTime.Span::ofSeconds);
    return query.build(() -> new ListEndpoints(cursor, status, created));
  }

  public Answer list(Call<ListEndpoints> call) {
    Realm realm = call.realm();
    ListEndpoints input = call.input();
    Page<WebhookEndpoint> page =
        endpoints.list(
            realm,
            input.status(),
            input.created(),
            input.cursor().page(id -> endpoints.find(realm, id).isPresent()));
    return Answer.list("/v2/webhook_endpoints", page, WebhookEndpointView::of);
  }

  public static UpdateEndpoint readUpdate(Exchange exchange) {
    WebhookEndpointId id = readId(exchange);
    Params body = Params.of(exchange.json());
    Optional<String> url = body.optional("url", EndpointFormats.URL);
    Optional<List<String>> events = readEvents(body);
    Field<String> description = body.field("description", EndpointFormats.DESCRIPTION);
    MetadataChange metadata = TextFormats.metadata(body);
    Optional<Status> status = body.optional("status", STATUS);
    return body.build(() ->
        new UpdateEndpoint(id, new EndpointChange(url, events, description, metadata, status)));
  }

  public Answer update(Call<UpdateEndpoint> call) {
    UpdateEndpoint input = call.input();
    return ResultView.of(
        endpoints.update(call.realm(), input.id(), ResultView.origin(call), input.change()),
        WebhookEndpointView::of);
  }

  public Answer delete(Call<WebhookEndpointId> call) {
    return ResultView.of(
        endpoints.delete(call.realm(), call.input(), ResultView.origin(call)),
        WebhookEndpointView::deleted);
  }

  public static RotateSecret readRotate(Exchange exchange) {
    WebhookEndpointId id = readId(exchange);
    Params body = Params.of(exchange.json());
    Duration overlap =
        body.optional("expires_in", EXPIRES_IN).orElse(WebhookEndpoints.DEFAULT_OVERLAP);
    return body.build(() -> new RotateSecret(id, overlap));
  }

  public Answer rotate(Call<RotateSecret> call) {
    return ResultView.of(
        endpoints.rotateSecret(
            call.realm(), call.input().id(), ResultView.origin(call), call.input().overlap()),
        WebhookEndpointView::of);
  }

  public Answer test(Call<WebhookEndpointId> call) {
    return ResultView.answer(
        endpoints.test(call.realm(), call.input(), ResultView.origin(call)), EventApi::answer);
  }

  public static Replay readReplay(Exchange exchange) {
    WebhookEndpointId id = readId(exchange);
    Params body = Params.of(exchange.json());
    Instant since = body.required("since", Format.unixTime());
    return body.build(() -> new Replay(id, since));
  }

  public Answer replay(Call<Replay> call) {
    return ResultView.of(
        endpoints.replay(
            call.realm(), call.input().id(), ResultView.origin(call), call.input().since()),
        WebhookEndpointView::of);
  }

  private static Optional<List<String>> readEvents(Params body) {
    List<String> events = body.list("enabled_events", EVENT, EVENTS.size());
    if (body.isEmptyList("enabled_events")) {
      body.error(
          "enabled_events",
          ErrorCode.PARAMETER_INVALID,
          "must name at least one type of event, or * for all.");
    }
    return events.isEmpty() ? Optional.empty() : Optional.of(events);
  }
}
