package florin.event;

import florin.core.ApiVersion;
import florin.core.Id.EventId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.Companion;
import florin.db.Db;
import florin.db.IdTime;
import florin.db.ListQuery;
import florin.db.RecordStatement;
import florin.db.SqlType;
import florin.db.Statement;
import florin.db.Table;
import florin.db.Write;
import florin.http.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The events of all realms: how one is rendered and written, and how they are read. */
public final class EventLog {
  /** Before the object. What stands further in front can hold no bare quotation mark. */
  private static final String DATA = ",\"data\":{\"object\":";

  /** After the object. */
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

  private final Db db;

  /**
   * What is committed with every event, whoever writes it.
   *
   * @param statement spreads; its columns are some of the event's
   * @param question a SELECT of one boolean: false only if it does nothing in the realms `:values`
   */
  public static Companion committedWith(Statement statement, String question) {
    return INSERT.with(statement, "realm_id", question);
  }

  public EventLog(Db db) {
    this.db = db;
  }

  /** The write that records the event, for the changeset of the change it tells of. */
  public static Write append(Event event) {
    return INSERT.row(event);
  }

  public Optional<StoredEvent> find(Realm realm, EventId id) {
    return db.findOne(FIND, StoredEvent::read, realm.id(), id.uuid());
  }

  /** Those of these that are still kept. */
  public List<StoredEvent> list(Realm realm, List<EventId> ids) {
    return db.list(
        FIND_ALL,
        StoredEvent::read,
        realm.id(),
        ids.stream().map(EventId::uuid).toArray(UUID[]::new));
  }

  /** The ids come in the order of time, so the newest stand first. */
  public Page<StoredEvent> list(Realm realm, EventFilter filter, PageRequest page) {
    return new ListQuery("SELECT id, type, body FROM event", realm)
        .and("object_id = ?", filter.objectId())
        .and("type = ANY(?)", filter.typeTexts())
        .createdIn(filter.created())
        .page(db, page, StoredEvent::read);
  }

  /** Which events are wanted: all that is given must hold; no types means every type. */
  public record EventFilter(Optional<UUID> objectId, List<EventType> types, IdTime.Span created) {
    public EventFilter {
      types = List.copyOf(types);
    }

    /** Whenever they happened. */
    public static EventFilter of(Optional<UUID> objectId, List<EventType> types) {
      return new EventFilter(objectId, types, IdTime.Span.ALWAYS);
    }

    Optional<String[]> typeTexts() {
      return types.isEmpty()
          ? Optional.empty()
          : Optional.of(types.stream().map(EventType::text).toArray(String[]::new));
    }
  }

  /** The event's bytes, ASCII, as everybody gets them. */
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
   * The bytes of `data.object`.
   *
   * @param body of an event, as {@link #render} has made it
   */
  public static String object(String body) {
    return body.substring(body.indexOf(DATA) + DATA.length(), body.length() - END.length());
  }

  /** The event without its `data`, which is JSON already. */
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

  /** An event's bytes, to hand out as they are. */
  public record StoredEvent(EventId id, String type, String body) {
    /** As it will be read. */
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
