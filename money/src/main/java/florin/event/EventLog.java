package florin.event;

import florin.core.ApiVersion;
import florin.core.Id.EventId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.Db;
import florin.db.DerivedStatement;
import florin.db.IdTime;
import florin.db.ListQuery;
import florin.db.RecordStatement;
import florin.db.SqlType;
import florin.db.Statement;
import florin.db.Table;
import florin.db.Write;
import florin.http.Json;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The events of all realms: how they are rendered, written and read. */
public final class EventLog {
  /** The text before the object. Fields before it can't contain an unescaped quotation mark. */
  private static final String DATA = ",\"data\":{\"object\":";

  /** The text after the object. */
  private static final String END = "}}";

  private static final Table<Event> TABLE = new Table<>("event", "e");

  static {
    TABLE.column("realm_id", SqlType.REALM, Event::realm);
    TABLE.column("id", SqlType.UUID, event -> event.id().uuid());
    TABLE.column("type", SqlType.TEXT, event -> event.type().text());
    TABLE.column("object_id", SqlType.UUID, Event::objectId);
    TABLE.column("sequence", SqlType.INTEGER, Event::sequence);
    TABLE.column("body", SqlType.TEXT, EventLog::render);
    TABLE.column("created_at", SqlType.TIMESTAMPTZ, Event::created);
  }

  private static final RecordStatement<Event> INSERT =
      TABLE.insertWithout().sentAs("event_insert_row");

  private static final String FIND =
      """
      SELECT id, type, body
        FROM event
       WHERE realm_id = ?
         AND id = ?
      """;

  private static final String FIND_ALL =
      """
      SELECT id, type, body
        FROM event
       WHERE realm_id = ?
         AND id = ANY(?)
      """;

  private static final String RENUMBER =
      """
      UPDATE event
         SET position = (? + (SELECT count(*) FROM unnest(?::text[], ?::uuid[]) AS passed(position, id) WHERE (event.position, event.id) > (passed.position::xid8, passed.id)))::text::xid8
      """;

  private final Db db;

  /**
   * Returns a companion that is committed with every event.
   *
   * @param statement has the effect `SPREAD`; its columns are some of the event's
   * @param question a SELECT of one boolean: false only if it does nothing in the realms `:values`
   */
  public static DerivedStatement committedWith(Statement statement, String question) {
    return INSERT.with(statement, "realm_id", question);
  }

  public EventLog(Db db) {
    this.db = db;
  }

  /** Returns the write of the event, for the changeset of its change. */
  public static Write append(Event event) {
    return INSERT.row(event);
  }

  /**
   * Changes the positions of all events, for a database that was restored from a dump. Each event
   * gets the first position, plus one for each given position that it comes after.
   *
   * @param first the new position of the events before all given positions
   * @param transactions the transactions of the given positions
   * @param events their events
   */
  public static int renumber(
      Connection connection, long first, List<String> transactions, List<UUID> events)
      throws SQLException {
    return Db.update(
        connection,
        RENUMBER,
        first,
        transactions.toArray(String[]::new),
        events.toArray(UUID[]::new));
  }

  public Optional<StoredEvent> find(Realm realm, EventId id) {
    return db.findOne(FIND, StoredEvent::read, realm.id(), id.uuid());
  }

  /** Returns the events with these ids that are still stored. */
  public List<StoredEvent> list(Realm realm, List<EventId> ids) {
    return db.list(
        FIND_ALL,
        StoredEvent::read,
        realm.id(),
        ids.stream().map(EventId::uuid).toArray(UUID[]::new));
  }

  /** Returns a page of events, the newest first, because ids are ordered by time. */
  public Page<StoredEvent> list(Realm realm, EventFilter filter, PageRequest page) {
    return new ListQuery("SELECT id, type, body FROM event", realm)
        .and("object_id = ?", filter.objectId())
        .and("type = ANY(?)", filter.typeTexts())
        .createdIn(filter.created())
        .page(db, page, StoredEvent::read);
  }

  /**
   * The conditions of a list of events. An event must meet all that are given; an empty list of
   * types means all types.
   */
  public record EventFilter(Optional<UUID> objectId, List<EventType> types, IdTime.Span created) {
    public EventFilter {
      types = List.copyOf(types);
    }

    /** Returns a filter without a span of time. */
    public static EventFilter of(Optional<UUID> objectId, List<EventType> types) {
      return new EventFilter(objectId, types, IdTime.Span.ALWAYS);
    }

    Optional<String[]> typeTexts() {
      return types.isEmpty()
          ? Optional.empty()
          : Optional.of(types.stream().map(EventType::text).toArray(String[]::new));
    }
  }

  /** Returns the event's bytes, in ASCII, which all receivers get. */
  public static String render(Event event) {
    var envelope =
        new Envelope(
            event.id().text(),
            "event",
            event.type().text(),
            event.created().getEpochSecond(),
            event.realm().isLive(),
            ApiVersion.CURRENT,
            event.sequence(),
            event
                .cause()
                .map(cause ->
                    new Request(cause.request().text(), cause.idempotencyKey().orElse(null)))
                .orElse(null));
    String head = Json.text(envelope);
    return head.substring(0, head.length() - 1) + DATA + event.object() + END;
  }

  /**
   * Returns the bytes of `data.object`.
   *
   * @param body of an event, from {@link #render}
   */
  public static String object(String body) {
    return body.substring(body.indexOf(DATA) + DATA.length(), body.length() - END.length());
  }

  /** The event without its `data`, which is already JSON. */
  private record Envelope(
      String id,
      String object,
      String type,
      long created,
      boolean livemode,
      String apiVersion,
      int sequence,
      @Nullable Request request) {}

  private record Request(String id, @Nullable String idempotencyKey) {}

  /** The bytes of a stored event, which are returned unchanged. */
  public record StoredEvent(EventId id, String type, String body) {
    /** Returns the event as it will be read. */
    public static StoredEvent of(Event event) {
      return new StoredEvent(event.id(), event.type().text(), render(event));
    }

    static StoredEvent read(ResultSet row) throws SQLException {
      return new StoredEvent(
          new EventId(row.getObject("id", UUID.class)),
          row.getString("type"),
          row.getString("body"));
    }
  }
}
