package florin.projection;

import florin.core.Realm;
import florin.db.Db;
import florin.db.Sharding;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The progress of projections and the events after it, in PostgreSQL. On a single server, all
 * events share one order and are processed together. A database that is spread over several servers
 * has an order for each. Then the events of each realm are processed separately, with the position
 * of the server that stores them.
 */
public final class FollowerStore {
  /** The most realms in one step, if realms are processed separately. */
  private static final int MAX_REALMS = 200;

  /** The position before all events, at which a new realm begins. */
  private static final EventPosition BEGINNING = new EventPosition("0", new UUID(0, 0));

  private static final String BEHIND = "(position, id) > (?::text::xid8, ?::uuid)";

  /**
   * Lists realms with new events, the longest waiting first: a read of all servers without a lock.
   */
  private static final String NEWS =
      """
      SELECT p.realm_id
        FROM projection_of_realm p
       WHERE p.name = ?
         AND EXISTS (
             SELECT
               FROM event_log e
              WHERE e.realm_id = p.realm_id
                AND (e.position, e.id) > (p.position, p.event_id)
                AND e.position < pg_snapshot_xmin(pg_current_snapshot()))
       ORDER BY p.moved_at
       LIMIT ?
      """;

  private static final String UNAPPLIED =
      """
      SELECT e.realm_id, e.type, e.object_id, e.sequence, NULL::text AS body, e.created_at
        FROM projection p
        JOIN event_log e ON (e.position, e.id) > (p.position, p.event_id)
       WHERE p.name = ?\
      """;

  private static final String UNAPPLIED_OF_REALMS =
      """
      SELECT e.realm_id, e.type, e.object_id, e.sequence, NULL::text AS body, e.created_at
        FROM projection_of_realm p
        JOIN event_log e ON e.realm_id = p.realm_id AND (e.position, e.id) > (p.position, p.event_id)
       WHERE p.name = ?\
      """;

  private static final String REALMS = "SELECT id FROM known_realm";

  private static final String BEGIN =
      """
      INSERT INTO projection_of_realm (realm_id, name, position, event_id, moved_at)
      VALUES (?, ?, ?::text::xid8, ?::uuid, now())
          ON CONFLICT (realm_id, name) DO NOTHING
      """;

  private static final String OLDEST_OF_REALMS =
      """
      SELECT min(e.created_at) AS created_at
        FROM projection_of_realm p
        JOIN event_log e ON e.realm_id = p.realm_id AND (e.position, e.id) > (p.position, p.event_id)
       WHERE p.name = ?
         AND p.realm_id < 4294967296
      """;

  private static final Queries OF_ALL_REALMS =
      Queries.on("projection", "", "realm_id < 4294967296 AND ");
  private static final Queries OF_ONE_REALM =
      Queries.on("projection_of_realm", "realm_id = ? AND ", "realm_id = ? AND ");

  private final Db db;
  private final boolean sharded;

  /** The realms that have a position. */
  private final Set<Long> known = ConcurrentHashMap.newKeySet();

  /**
   * Creates the store.
   *
   * @param db a database handle whose connections walk indexes: see {@link Db#unhurried}
   */
  public FollowerStore(Db db) {
    this.db = db;
    this.sharded = Sharding.isSharded(db);
  }

  /**
   * The queries for all realms together or for one, which is then the first parameter of each.
   *
   * @param take returns no row if another node holds the lock
   * @param end the end of a batch, below the oldest transaction that still runs
   * @param batch selects the bodies only where needed, because they are most of a batch
   * @param oldest leaves out sandboxes, unless it is for one realm: their events may have times in
   *     the future
   */
  private record Queries(
      String find, String take, String end, String batch, String move, String oldest) {
    static Queries on(String table, String realm, String realmOfOldest) {
      String find =
          """
          SELECT position::text AS position, event_id, position > pg_snapshot_xmax(pg_current_snapshot()) AS ahead
            FROM %s
           WHERE %sname = ?
          """
              .formatted(table, realm);
      String end =
          """
          WITH batch AS (
               SELECT position, id
                 FROM event_log
                WHERE %s%s
                  AND position < pg_snapshot_xmin(pg_current_snapshot())
                ORDER BY position, id
                LIMIT ?)
          SELECT position::text AS position, id AS event_id, (SELECT count(*) FROM batch) AS events
            FROM batch
           ORDER BY batch.position DESC, id DESC
           LIMIT 1
          """
              .formatted(realm, BEHIND);
      String batch =
          """
          SELECT realm_id, type, object_id, sequence, CASE WHEN type LIKE ANY ('{refund.%%,payment.disput%%,customer_credit.%%}') THEN body END AS body, created_at
            FROM event_log
           WHERE %s%s
             AND (position, id) <= (?::text::xid8, ?::uuid)\
          """
              .formatted(realm, BEHIND);
      String move =
          """
          UPDATE %s
             SET position = ?::text::xid8,
                 event_id = ?,
                 moved_at = now()
           WHERE %sname = ?
          """
              .formatted(table, realm);
      String oldest =
          """
          SELECT created_at
            FROM event_log
           WHERE %s%s
           ORDER BY position, id
           LIMIT 1
          """
              .formatted(realmOfOldest, BEHIND);
      return new Queries(find, find + " FOR UPDATE SKIP LOCKED", end, batch, move, oldest);
    }
  }

  /**
   * The position after an event.
   *
   * @param transaction PostgreSQL's transaction number, in digits
   */
  record EventPosition(String transaction, UUID event) {
    static EventPosition read(ResultSet row) throws SQLException {
      return new EventPosition(row.getString("position"), row.getObject("event_id", UUID.class));
    }
  }

  private record End(EventPosition place, int events) {}

  /**
   * Applies one batch and advances the position, in one transaction; if realms are processed
   * separately, one batch of each with new events.
   *
   * @return the number of events; zero if nothing is new or another node holds the lock
   */
  public int follow(Projection projection, int maxEvents) {
    if (!sharded) {
      boolean isNew = db.read(connection -> isBehind(connection, projection));
      return isNew ? apply(projection, Optional.empty(), maxEvents) : 0;
    }
    beginNewRealms(projection);
    List<Long> news = db.list(NEWS, row -> row.getLong("realm_id"), projection.name(), MAX_REALMS);
    return news.stream().mapToInt(realm -> apply(projection, Optional.of(realm), maxEvents)).sum();
  }

  /** Checks for new events without a lock, because usually there are none. */
  private static boolean isBehind(Connection connection, Projection projection)
      throws SQLException {
    Optional<EventPosition> place =
        find(connection, OF_ALL_REALMS.find(), Optional.empty(), projection);
    return place.isPresent()
        && findEnd(connection, OF_ALL_REALMS, Optional.empty(), place.get(), 1).isPresent();
  }

  /**
   * Returns the events that a projection has not applied, as the connection's snapshot shows them,
   * without bodies.
   */
  public static EventBatch unapplied(Connection connection, Projection projection)
      throws SQLException {
    return new EventBatch(
        connection,
        Sharding.isSharded(connection) ? UNAPPLIED_OF_REALMS : UNAPPLIED,
        List.of(projection.name()),
        Optional.empty());
  }

  private void beginNewRealms(Projection projection) {
    for (long realm : db.list(REALMS, row -> row.getLong("id"))) {
      if (!known.contains(realm)) {
        db.update(BEGIN, realm, projection.name(), BEGINNING.transaction(), BEGINNING.event());
        known.add(realm);
      }
    }
  }

  private int apply(Projection projection, Optional<Long> realm, int maxEvents) {
    Queries queries = realm.isPresent() ? OF_ONE_REALM : OF_ALL_REALMS;
    return db.transaction(connection -> {
      projection.lock(connection);
      Optional<EventPosition> taken = find(connection, queries.take(), realm, projection);
      if (taken.isEmpty()) {
        return 0;
      }
      EventPosition begin = taken.get();
      Optional<End> found = findEnd(connection, queries, realm, begin, maxEvents);
      if (found.isEmpty()) {
        return 0;
      }
      EventPosition end = found.get().place();
      projection.apply(
          new EventBatch(
              connection,
              queries.batch(),
              of(realm, begin.transaction(), begin.event(), end.transaction(), end.event()),
              realm));
      var move = new ArrayList<Object>(List.of(end.transaction(), end.event()));
      realm.ifPresent(move::add);
      move.add(projection.name());
      Db.update(connection, queries.move(), move.toArray());
      return found.get().events();
    });
  }

  /** Returns the commit time of the oldest unprocessed event, except those of sandboxes. */
  public Optional<Instant> findOldest(Projection projection) {
    if (sharded) {
      return db.list(OLDEST_OF_REALMS, row -> Db.findInstant(row, "created_at"), projection.name())
          .getFirst();
    }
    return db.read(connection -> {
      Optional<EventPosition> place =
          find(connection, OF_ALL_REALMS.find(), Optional.empty(), projection);
      if (place.isEmpty()) {
        return Optional.empty();
      }
      return Db.query(
              connection,
              OF_ALL_REALMS.oldest(),
              row -> Db.getInstant(row, "created_at"),
              place.get().transaction(),
              place.get().event())
          .stream()
          .findFirst();
    });
  }

  /** Returns the commit time of the oldest unprocessed event of a realm, which may be a sandbox. */
  public Optional<Instant> findOldest(Projection projection, Realm realm) {
    Queries queries = sharded ? OF_ONE_REALM : OF_ALL_REALMS;
    Optional<Long> place = sharded ? Optional.of(realm.id()) : Optional.empty();
    return db.read(connection -> {
      EventPosition begin = find(connection, queries.find(), place, projection).orElse(BEGINNING);
      return Db.query(
              connection,
              OF_ONE_REALM.oldest(),
              row -> Db.getInstant(row, "created_at"),
              realm.id(),
              begin.transaction(),
              begin.event())
          .stream()
          .findFirst();
    });
  }

  private static Optional<EventPosition> find(
      Connection connection, String sql, Optional<Long> realm, Projection projection)
      throws SQLException {
    List<EventPosition> places =
        Db.query(
            connection,
            sql,
            row -> readBelowNow(row, projection),
            of(realm, projection.name()).toArray());
    return places.stream().findFirst();
  }

  /** Reads a position. One in the future comes from another PostgreSQL. */
  private static EventPosition readBelowNow(ResultSet row, Projection projection)
      throws SQLException {
    if (row.getBoolean("ahead")) {
      throw new IllegalStateException(
          "the projection %s stands at a transaction that this PostgreSQL has not reached: the database was restored from a dump"
              .formatted(projection.name()));
    }
    return EventPosition.read(row);
  }

  private static Optional<End> findEnd(
      Connection connection,
      Queries queries,
      Optional<Long> realm,
      EventPosition begin,
      int maxEvents)
      throws SQLException {
    return Db.query(
            connection,
            queries.end(),
            row -> new End(EventPosition.read(row), row.getInt("events")),
            of(realm, begin.transaction(), begin.event(), maxEvents).toArray())
        .stream()
        .findFirst();
  }

  /** Returns the parameters, after the realm if there is one. */
  private static List<Object> of(Optional<Long> realm, Object... parameters) {
    var all = new ArrayList<Object>();
    realm.ifPresent(all::add);
    Collections.addAll(all, parameters);
    return all;
  }
}
