package florin.event;

import florin.core.Id.EventId;
import florin.core.Page;
import florin.core.Realm;
import florin.db.IdTime;
import florin.event.EventLog.EventFilter;
import florin.event.EventLog.StoredEvent;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Cursor;
import florin.http.Exchange;
import florin.http.Format;
import florin.http.Params;
import florin.http.Range;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The API operations of `/v2/events`. */
public final class EventApi {
  private static final Format<EventType> TYPE =
      Format.choice(List.of(EventType.values()), EventType::text);

  private final EventLog log;

  public EventApi(EventLog log) {
    this.log = log;
  }

  /** The query of `GET /v2/events`. */
  public record ListEvents(Cursor<EventId> cursor, EventFilter filter) {}

  public static ListEvents readList(Exchange exchange) {
    Params query = Params.of(exchange.query());
    Cursor<EventId> cursor = Cursor.read(query, EventId.KIND);
    query.exclusive("type", "types");
    Optional<EventType> type = query.optional("type", TYPE);
    List<EventType> types = query.list("types", TYPE, EventType.values().length);
    Optional<UUID> object = query.optional("object_id", EventFormats.OBJECT_ID);
    IdTime.Span created = query.bounds("created", Range.UNIX_TIME).map(IdTime.Span::ofSeconds);
    return query.build(() ->
        new ListEvents(
            cursor,
            new EventFilter(
                object, Stream.concat(type.stream(), types.stream()).toList(), created)));
  }

  public Answer list(Call<ListEvents> call) {
    Realm realm = call.realm();
    ListEvents input = call.input();
    Page<StoredEvent> page =
        log.list(realm, input.filter(), input.cursor().page(id -> log.find(realm, id).isPresent()));
    String data = page.data().stream().map(StoredEvent::body).collect(Collectors.joining(","));
    return json(
        "{\"object\":\"list\",\"url\":\"/v2/events\",\"data\":["
            + data
            + "],\"has_more\":"
            + page.hasMore()
            + "}");
  }

  public static EventId readId(Exchange exchange) {
    return exchange.pathId(EventId.KIND);
  }

  public Answer retrieve(Call<EventId> call) {
    return log.find(call.realm(), call.input())
        .map(EventApi::answer)
        .orElseThrow(call.input()::notFound);
  }

  /** Returns an event as the API shows it: the bytes that were stored. */
  public static Answer answer(StoredEvent event) {
    return json(event.body());
  }

  private static Answer json(String ascii) {
    return Answer.json(200, ascii.getBytes(StandardCharsets.US_ASCII));
  }
}
