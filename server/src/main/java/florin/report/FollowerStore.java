package florin.report;

import florin.db.Db;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** How far projections have come, and the events behind that, in PostgreSQL. */
final class FollowerStore {
  private static final String FIND =
      """
      SELECT position::text AS position, event_id, position > pg_snapshot_xmax(pg_current_snapshot()) AS ahead
        FROM projection
       WHERE name = ?
      """;

  /** Nothing when another node has it just now. */
  private static final String TAKE = FIND + " FOR UPDATE SKIP LOCKED";

  private static final String BEHIND = "(position, id) > (?::text::xid8, ?::uuid)";

  /** Where a batch ends: only below the oldest transaction that still runs. */
  private static final String END =
      """
      WITH batch AS (
           SELECT position, id
             FROM event
            WHERE %s
              AND position < pg_snapshot_xmin(pg_current_snapshot())
            ORDER BY position, id
            LIMIT ?)
      SELECT position::text AS position, id AS event_id, (SELECT count(*) FROM batch) AS events
        FROM batch
       ORDER BY batch.position DESC, id DESC
       LIMIT 1
      """
          .formatted(BEHIND);

  /** The bodies are what most of a batch is, and hardly any is looked at. */
  private static final String BATCH =
      """
      SELECT realm_id, type, object_id, sequence, CASE WHEN type LIKE 'refund.%%' THEN body END AS body, created_at
        FROM event
       WHERE %s
         AND (position, id) <= (?::text::xid8, ?::uuid)\
      """
          .formatted(BEHIND);

  private static final String MOVE =
      """
      UPDATE projection
         SET position = ?::text::xid8,
             event_id = ?,
             moved_at = now()
       WHERE name = ?
      """;

  private static final String OLDEST =
      """
      SELECT created_at
        FROM event
       WHERE %s
       ORDER BY position, id
       LIMIT 1
      """
          .formatted(BEHIND);

  private final Db db;

  /**
   * @param db whose connections walk indexes: see {@link Db#unhurried}
   */
  FollowerStore(Db db) {
    this.db = db;
  }

  /**
   * Behind an event.
   *
   * @param transaction PostgreSQL's number, in digits
   */
  private record Place(String transaction, UUID event) {
    static Place read(ResultSet row) throws SQLException {
      return new Place(row.getString("position"), row.getObject("event_id", UUID.class));
    }
  }

  private record End(Place place, int events) {}

  /**
   * Applies one batch and moves behind it, in one transaction.
   *
   * @return how many events it held; none when there is nothing new or another node is at it
   */
  int follow(Projection projection, int maxEvents) {
    boolean isNew = db.read(connection -> isBehind(connection, projection));
    return isNew ? db.transaction(connection -> apply(connection, projection, maxEvents)) : 0;
  }

  /** A look without a lock, which leaves no trace: most often there is nothing new. */
  private static boolean isBehind(Connection connection, Projection projection)
      throws SQLException {
    Optional<Place> place = find(connection, FIND, projection);
    return place.isPresent() && findEnd(connection, place.get(), 1).isPresent();
  }

  private static int apply(Connection connection, Projection projection, int maxEvents)
      throws SQLException {
    Optional<Place> taken = find(connection, TAKE, projection);
    if (taken.isEmpty()) {
      return 0;
    }
    Place begin = taken.get();
    Optional<End> found = findEnd(connection, begin, maxEvents);
    if (found.isEmpty()) {
      return 0;
    }
    Place end = found.get().place();
    for (String statement : projection.statements()) {
      Db.update(
          connection,
          statement.replace(Projection.BATCH, BATCH),
          begin.transaction(),
          begin.event(),
          end.transaction(),
          end.event());
    }
    Db.update(connection, MOVE, end.transaction(), end.event(), projection.name());
    return found.get().events();
  }

  /** Since when the oldest event has been there that is not followed yet. */
  Optional<Instant> findOldest(Projection projection) {
    return db.read(connection -> {
      Optional<Place> place = find(connection, FIND, projection);
      if (place.isEmpty()) {
        return Optional.empty();
      }
      return Db.query(
              connection,
              OLDEST,
              row -> Db.getInstant(row, "created_at"),
              place.get().transaction(),
              place.get().event())
          .stream()
          .findFirst();
    });
  }

  private static Optional<Place> find(Connection connection, String sql, Projection projection)
      throws SQLException {
    List<Place> places =
        Db.query(connection, sql, row -> readBelowNow(row, projection), projection.name());
    return places.stream().findFirst();
  }

  /** A position that is still to come was counted by another PostgreSQL. */
  private static Place readBelowNow(ResultSet row, Projection projection) throws SQLException {
    if (row.getBoolean("ahead")) {
      throw new IllegalStateException(
          "the projection %s stands at a transaction that this PostgreSQL has not reached: the database was restored from a dump"
              .formatted(projection.name()));
    }
    return Place.read(row);
  }

  private static Optional<End> findEnd(Connection connection, Place begin, int maxEvents)
      throws SQLException {
    return Db.query(
            connection,
            END,
            row -> new End(Place.read(row), row.getInt("events")),
            begin.transaction(),
            begin.event(),
            maxEvents)
        .stream()
        .findFirst();
  }
}
