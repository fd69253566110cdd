package florin.webhook;

import florin.core.Id.DeliveryId;
import florin.core.Id.EventId;
import florin.core.Id.WebhookEndpointId;
import florin.core.Realm;
import florin.db.Db;
import florin.webhook.Fanout.Lease;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * Deliveries in PostgreSQL as a queue that all nodes share: which are due, and which node leases
 * them.
 */
public final class DeliveryQueueStore {
  /**
   * Counts the next pending deliveries by endpoint, in the order of endpoints: how many were read,
   * and how many of these are due. A caller that continues after the last endpoint skips its other
   * deliveries, so one endpoint's backlog costs the others at most a page.
   */
  private static final String PENDING =
      """
      SELECT realm_id, endpoint_id, count(*) AS pending, count(*) FILTER (WHERE due_at <= ?) AS due
        FROM (SELECT realm_id, endpoint_id, due_at
                FROM delivery
               WHERE due_at IS NOT NULL
                 AND endpoint_id > ?
                 AND realm_id < 4294967296
               ORDER BY endpoint_id, due_at
               LIMIT ?) page
       GROUP BY realm_id, endpoint_id
       ORDER BY endpoint_id
      """;

  private static final String CLAIM =
      """
      WITH due AS MATERIALIZED (
           SELECT d.id
             FROM unnest(?::uuid[], ?::integer[]) AS asked(endpoint_id, room)
            CROSS JOIN LATERAL (
                  SELECT q.id
                    FROM delivery q
                   WHERE q.realm_id = ?
                     AND q.endpoint_id = asked.endpoint_id
                     AND q.due_at <= ?
                   ORDER BY q.due_at
                   LIMIT asked.room
                     FOR UPDATE SKIP LOCKED) d)
      UPDATE delivery d
         SET due_at = ?::timestamptz + make_interval(secs => (?::integer[])[LEAST(d.attempts + 1, ?)]),
             attempts = d.attempts + 1,
             version = d.version + 1
        FROM due
       WHERE d.realm_id = ?
         AND d.id = due.id
      RETURNING d.realm_id, d.id, d.endpoint_id, d.event_id, d.version
      """;

  private static final String HAND_BACK =
      """
      UPDATE delivery d
         SET due_at = LEAST(d.due_at, ?::timestamptz),
             attempts = GREATEST(d.attempts - 1, 0)
        FROM unnest(?::bigint[], ?::uuid[], ?::integer[]) AS k(realm_id, id, version)
       WHERE d.realm_id = k.realm_id
         AND d.id = k.id
         AND d.version = k.version
         AND d.status = 'pending'
      """;

  private static final String LIST_NEW =
      """
      SELECT realm_id, id, endpoint_id, event_id, version
        FROM delivery d
       WHERE endpoint_id = ANY(?)
         AND due_at IS NOT NULL
         AND realm_id = ?
         AND NOT EXISTS (
             SELECT FROM delivery_attempt a WHERE a.realm_id = d.realm_id AND a.delivery_id = d.id)
       ORDER BY id
      """;

  private static final String LIST_DUE =
      """
      SELECT realm_id, id, endpoint_id, event_id, version
        FROM delivery
       WHERE realm_id = ?
         AND due_at <= ?
       ORDER BY due_at, id
       LIMIT ?
      """;

  private static final String NEXT_DUE =
      """
      SELECT min(due_at) AS due_at
        FROM delivery
       WHERE realm_id = ?
      """;

  private static final String TAKE =
      """
      UPDATE delivery
         SET due_at = ?,
             attempts = attempts + 1,
             version = version + 1
       WHERE realm_id = ?
         AND id = ?
         AND version = ?
         AND status = 'pending'
      RETURNING realm_id, id, endpoint_id, event_id, version
      """;

  /** The limit of a count; a higher number has no further use. */
  private static final int MOST_COUNTED = 100_000;

  private static final String DEPTH =
      """
      SELECT count(*) AS pending, min(due_at) FILTER (WHERE due_at <= ?) AS oldest
        FROM (SELECT due_at FROM delivery WHERE due_at IS NOT NULL LIMIT %d) d
      """
          .formatted(MOST_COUNTED);

  private final Db db;

  /**
   * Creates the store.
   *
   * @param db a database handle whose connections walk indexes: see {@link Db#walkingIndexes}
   */
  public DeliveryQueueStore(Db db) {
    this.db = db;
  }

  /**
   * The size of the queue.
   *
   * @param oldest the due time of the oldest due delivery
   */
  record Depth(long pending, Optional<Instant> oldest) {}

  /**
   * The pending deliveries of an endpoint.
   *
   * @param looked the number of pending ones that were read
   * @param due the number of these that are due
   */
  record PendingEndpoint(long realm, UUID endpoint, int looked, int due) {
    static PendingEndpoint read(ResultSet row) throws SQLException {
      return new PendingEndpoint(
          row.getLong("realm_id"),
          row.getObject("endpoint_id", UUID.class),
          row.getInt("pending"),
          row.getInt("due"));
    }
  }

  /**
   * Counts pending deliveries by endpoint, for endpoints with larger ids, among a limited number of
   * deliveries.
   */
  List<PendingEndpoint> listPending(UUID after, int most, Instant now) {
    return db.list(PENDING, PendingEndpoint::read, now, after, most);
  }

  /**
   * The deliveries to claim from endpoints of one realm.
   *
   * @param rooms the limit of each endpoint
   */
  record Asked(long realm, List<UUID> endpoints, List<Integer> rooms) {
    Asked {
      endpoints = List.copyOf(endpoints);
      rooms = List.copyOf(rooms);
    }
  }

  /** Leases due deliveries, and counts their attempts; no other node gets the same ones. */
  List<Lease> claim(List<Asked> realms, RetrySchedule schedule, Instant now) {
    Integer[] next =
        IntStream.rangeClosed(1, schedule.mostAttempts())
            .mapToObj(attempt -> Math.toIntExact(schedule.untilNextWhenLost(attempt).toSeconds()))
            .toArray(Integer[]::new);
    return db.listForEach(
        CLAIM,
        DeliveryQueueStore::read,
        realms,
        asked ->
            new Object[] {
              asked.endpoints().toArray(UUID[]::new),
              asked.rooms().toArray(Integer[]::new),
              asked.realm(),
              now,
              now,
              next,
              next.length,
              asked.realm()
            });
  }

  /** Returns deliveries without an attempt, in the order of their events. */
  List<Lease> listNew(Realm realm, List<WebhookEndpointId> endpoints) {
    return db.list(
        LIST_NEW,
        DeliveryQueueStore::read,
        endpoints.stream().map(WebhookEndpointId::uuid).toArray(UUID[]::new),
        realm.id());
  }

  /** Returns due deliveries of a realm, the longest due first. */
  List<Lease> listDue(Realm realm, Instant now, int limit) {
    return db.list(LIST_DUE, DeliveryQueueStore::read, realm.id(), now, limit);
  }

  /** Returns when the next delivery of a realm is due. */
  Optional<Instant> findNextDue(Realm realm) {
    return db.findTime(NEXT_DUE, realm.id());
  }

  /** Leases one delivery, due or not; empty if a node has taken it since it was read. */
  Optional<Lease> take(Lease delivery, Instant lease) {
    return db.findOne(
        TAKE,
        DeliveryQueueStore::read,
        lease,
        delivery.realm().id(),
        delivery.id().uuid(),
        delivery.version());
  }

  /**
   * Takes attempts that did not start off the count. The deliveries become due at the given time,
   * or earlier if their leases end earlier.
   */
  void handBack(List<Lease> deliveries, Instant due) {
    db.update(
        HAND_BACK,
        due,
        deliveries.stream().map(d -> d.realm().id()).toArray(Long[]::new),
        deliveries.stream().map(d -> d.id().uuid()).toArray(UUID[]::new),
        deliveries.stream().map(Lease::version).toArray(Integer[]::new));
  }

  Depth depth(Instant now) {
    return db.list(
            DEPTH, row -> new Depth(row.getLong("pending"), Db.findInstant(row, "oldest")), now)
        .getFirst();
  }

  private static Lease read(ResultSet row) throws SQLException {
    return new Lease(
        new Realm(row.getLong("realm_id")),
        new DeliveryId(row.getObject("id", UUID.class)),
        new WebhookEndpointId(row.getObject("endpoint_id", UUID.class)),
        new EventId(row.getObject("event_id", UUID.class)),
        row.getInt("version"));
  }
}
