package florin.webhook;

import florin.core.Id.DeliveryId;
import florin.core.Id.EventId;
import florin.core.Id.WebhookEndpointId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.Db;
import florin.db.ListQuery;
import florin.db.Statement;
import florin.db.Write;
import florin.webhook.Delivery.AttemptResult;
import florin.webhook.Delivery.DeliveryAttempt;
import florin.webhook.Delivery.Status;
import florin.webhook.DeliveryTable.DeliveryCourse;
import florin.webhook.DeliveryTable.Tried;
import florin.webhook.Fanout.Lease;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Deliveries and their attempts in PostgreSQL: for merchants, and to record results. */
public final class DeliveryStore {
  private static final Statement CANCEL =
      Statement.lenient(
          "delivery.cancel",
          "delivery",
          "id",
          "realm_id bigint, id uuid, version integer, completed_at timestamptz",
          """
          UPDATE delivery d
             SET status = 'canceled',
                 due_at = NULL,
                 completed_at = r.completed_at
            FROM :rows r
           WHERE d.realm_id = :realm
             AND d.id = r.id
             AND d.status = 'pending'
             AND d.version = r.version\
          """);

  /** Starts another series of retries, for all endpoints that receive the event or for one. */
  private static final Statement RESEND =
      Statement.spreading(
          "delivery.resend",
          "delivery",
          "id",
          "realm_id bigint, id uuid, type text, endpoint_id uuid",
          """
          INSERT INTO delivery AS d (realm_id, id, endpoint_id, event_id, status, version, attempts, due_at, created_at)
          SELECT r.realm_id, delivery_id(r.id, e.id), e.id, r.id, 'pending', 1,
                 CASE WHEN r.realm_id < 4294967296 THEN 1 ELSE 0 END,
                 CASE WHEN r.realm_id < 4294967296 THEN now() + interval '%d seconds' ELSE now() END, now()
            FROM :rows r
            JOIN webhook_endpoint e ON e.realm_id = :realm
           WHERE e.status = 'enabled'
             AND CASE WHEN r.endpoint_id IS NULL THEN e.enabled_events && ARRAY['*', r.type] ELSE e.id = r.endpoint_id END
              ON CONFLICT (realm_id, id) DO UPDATE
             SET status = 'pending',
                 version = d.version + 1,
                 attempts = excluded.attempts,
                 due_at = excluded.due_at,
                 completed_at = NULL
          RETURNING realm_id, id, endpoint_id, event_id, version\
          """
              .formatted(Fanout.LEASE.toSeconds()));

  private static final String SELECT = "SELECT * FROM delivery";

  private static final String FIND = SELECT + " WHERE realm_id = ? AND id = ?";

  private static final String ATTEMPTS =
      """
      SELECT *
        FROM delivery_attempt
       WHERE realm_id = ?
         AND delivery_id = ANY(?)
       ORDER BY delivery_id, version
      """;

  private static final String LAST_ATTEMPTS =
      """
      SELECT DISTINCT ON (delivery_id) delivery_id, result, http_status, error, latency_ms,
             NULL::text AS response_headers, NULL::text AS response_body, created_at
        FROM delivery_attempt
       WHERE realm_id = ?
         AND delivery_id = ANY(?)
       ORDER BY delivery_id, version DESC
      """;

  private static final String LOAD =
      """
      SELECT d.id AS delivery_id, d.attempts, e.body, w.*
        FROM unnest(?::bigint[], ?::uuid[], ?::integer[]) AS k(realm_id, id, version)
        JOIN delivery d ON d.realm_id = k.realm_id AND d.id = k.id AND d.version = k.version AND d.status = 'pending'
        LEFT JOIN event_log e ON e.realm_id = d.realm_id AND e.id = d.event_id
        LEFT JOIN webhook_endpoint w ON w.realm_id = d.realm_id AND w.id = d.endpoint_id
      """;

  /** Finds deliveries by their ids, which begin like their event's. */
  private static final String OF_EVENTS =
      """
      SELECT d.*
        FROM unnest(?::bigint[], ?::uuid[], ?::uuid[], ?::uuid[]) AS e(realm_id, id, lowest, highest)
       CROSS JOIN LATERAL (
             SELECT *
               FROM delivery
              WHERE realm_id = e.realm_id
                AND id >= e.lowest
                AND id <= e.highest
                AND event_id = e.id
              ORDER BY realm_id DESC, id DESC
              LIMIT ?) d
      """;

  private final Db db;

  public DeliveryStore(Db db) {
    this.db = db;
  }

  /**
   * The current data for an attempt.
   *
   * @param attempts those of this series, including this one
   * @param body the event's body; empty if the event was deleted
   * @param endpoint empty if it was deleted
   */
  record AttemptInput(int attempts, Optional<String> body, Optional<WebhookEndpoint> endpoint) {}

  /** Returns the writes that record an attempt, with a next one or as completed. */
  static List<Write> record(
      Lease delivery, Status status, Optional<Instant> next, DeliveryAttempt attempt) {
    Optional<Instant> completed =
        next.isPresent() ? Optional.empty() : Optional.of(attempt.created());
    return List.of(
        DeliveryTable.RECORD.row(new DeliveryCourse(delivery, status, next, completed)),
        DeliveryTable.INSERT_ATTEMPT.row(new Tried(delivery, attempt)));
  }

  /**
   * Returns the write that completes a delivery whose last attempt was counted and never recorded.
   */
  static Write exhaust(Lease delivery, Instant now) {
    return DeliveryTable.RECORD.row(
        new DeliveryCourse(delivery, Status.EXHAUSTED, Optional.empty(), Optional.of(now)));
  }

  static Write cancel(Lease delivery, Instant now) {
    return CANCEL.row(delivery.realm().id(), delivery.id().uuid(), delivery.version(), now);
  }

  /**
   * Returns the write that sends an event again.
   *
   * @param endpoint empty for all that receive events of the type
   */
  static Write resend(
      Realm realm, EventId event, String type, Optional<WebhookEndpointId> endpoint) {
    return RESEND.row(realm.id(), event.uuid(), type, endpoint.map(WebhookEndpointId::uuid));
  }

  Optional<Delivery> find(Realm realm, DeliveryId id) {
    return db.findOne(FIND, DeliveryStore::read, realm.id(), id.uuid());
  }

  /**
   * Returns a page of an event's deliveries, whose ids begin like the event's and so are adjacent.
   */
  Page<Delivery> listOfEvent(
      Realm realm, EventId event, Optional<Status> status, PageRequest page) {
    long time = event.uuid().getMostSignificantBits();
    return new ListQuery(SELECT, realm)
        .and("id >= ?", new UUID(time, 0))
        .and("id <= ?", new UUID(time, -1))
        .and("event_id = ?", event.uuid())
        .and("status = ?", status.map(Status::text))
        .page(db, page, DeliveryStore::read);
  }

  List<Delivery> listOfEvents(Realm realm, List<EventId> events, int each) {
    List<UUID> ids = events.stream().map(EventId::uuid).toList();
    return db.list(
        OF_EVENTS,
        DeliveryStore::read,
        ids.stream().map(_ -> realm.id()).toArray(Long[]::new),
        ids.toArray(UUID[]::new),
        ids.stream().map(id -> new UUID(id.getMostSignificantBits(), 0)).toArray(UUID[]::new),
        ids.stream().map(id -> new UUID(id.getMostSignificantBits(), -1)).toArray(UUID[]::new),
        each);
  }

  Page<Delivery> listOfEndpoint(
      Realm realm, WebhookEndpointId endpoint, Optional<Status> status, PageRequest page) {
    return new ListQuery(SELECT, realm)
        .and("endpoint_id = ?", endpoint.uuid())
        .and("status = ?", status.map(Status::text))
        // Repeats what the table's constraint implies, so that the planner uses the index on due
        // deliveries.
        .and(status.filter(Status.PENDING::equals).map(_ -> "due_at IS NOT NULL"))
        .page(db, page, DeliveryStore::read);
  }

  /** Returns the attempts of these deliveries, in order. */
  Map<DeliveryId, List<DeliveryAttempt>> listAttempts(Realm realm, List<Delivery> deliveries) {
    UUID[] ids = deliveries.stream().map(delivery -> delivery.id().uuid()).toArray(UUID[]::new);
    var attempts = new HashMap<DeliveryId, List<DeliveryAttempt>>();
    db.list(
        ATTEMPTS,
        row ->
            attempts
                .computeIfAbsent(
                    new DeliveryId(row.getObject("delivery_id", UUID.class)),
                    _ -> new ArrayList<>())
                .add(readAttempt(row)),
        realm.id(),
        ids);
    return attempts;
  }

  /** Returns the last attempt of each delivery, without its response. */
  Map<DeliveryId, DeliveryAttempt> listLastAttempts(Realm realm, List<Delivery> deliveries) {
    UUID[] ids = deliveries.stream().map(delivery -> delivery.id().uuid()).toArray(UUID[]::new);
    var attempts = new HashMap<DeliveryId, DeliveryAttempt>();
    db.list(
        LAST_ATTEMPTS,
        row ->
            attempts.put(
                new DeliveryId(row.getObject("delivery_id", UUID.class)), readAttempt(row)),
        realm.id(),
        ids);
    return attempts;
  }

  /**
   * Returns the data of deliveries whose leases are still valid, for {@link florin.db.GroupRead}.
   */
  static Map<Lease, AttemptInput> load(Connection connection, List<Lease> wanted)
      throws SQLException {
    var byId = new HashMap<UUID, Lease>();
    wanted.forEach(delivery -> byId.put(delivery.id().uuid(), delivery));
    var found = new HashMap<Lease, AttemptInput>();
    Db.query(
        connection,
        LOAD,
        row ->
            found.put(
                byId.get(row.getObject("delivery_id", UUID.class)),
                new AttemptInput(
                    row.getInt("attempts"),
                    Optional.ofNullable(row.getString("body")),
                    row.getObject("id", UUID.class) == null
                        ? Optional.empty()
                        : Optional.of(WebhookEndpointStore.read(row)))),
        wanted.stream().map(d -> d.realm().id()).toArray(Long[]::new),
        wanted.stream().map(d -> d.id().uuid()).toArray(UUID[]::new),
        wanted.stream().map(Lease::version).toArray(Integer[]::new));
    return found;
  }

  private static Delivery read(ResultSet row) throws SQLException {
    return new Delivery(
        new Realm(row.getLong("realm_id")),
        new DeliveryId(row.getObject("id", UUID.class)),
        new WebhookEndpointId(row.getObject("endpoint_id", UUID.class)),
        new EventId(row.getObject("event_id", UUID.class)),
        Status.of(row.getString("status")),
        row.getInt("attempts"),
        Db.findInstant(row, "due_at"),
        Db.getInstant(row, "created_at"),
        Db.findInstant(row, "completed_at"));
  }

  private static DeliveryAttempt readAttempt(ResultSet row) throws SQLException {
    return new DeliveryAttempt(
        AttemptResult.of(row.getString("result")),
        Optional.ofNullable(row.getObject("http_status", Integer.class)),
        Optional.ofNullable(row.getString("error")),
        row.getInt("latency_ms"),
        Optional.ofNullable(row.getString("response_headers")),
        Optional.ofNullable(row.getString("response_body")),
        Db.getInstant(row, "created_at"));
  }
}
