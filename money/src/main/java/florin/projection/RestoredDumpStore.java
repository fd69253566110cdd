package florin.projection;

import florin.db.Db;
import florin.db.Sharding;
import florin.event.EventLog;
import florin.projection.FollowerStore.EventPosition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The repair of a database that was restored from a dump (`pg_dump`). Followers of events use the
 * id of the transaction that wrote them. The ids in a dump are from another PostgreSQL server. New
 * events would come before old ones, and followers would wait for transactions that are years away.
 *
 * <p>Restored events receive positions before every transaction of a running PostgreSQL server: one
 * for the events that all followers have read, one for those that all but the slowest have read,
 * and so on. Within each, their ids keep them in order. A follower's new position is at the end of
 * the events that it has read.
 */
public final class RestoredDumpStore {
  private static final Logger LOG = LoggerFactory.getLogger(RestoredDumpStore.class);

  /**
   * Checks the highest positions. Each is found at the end of an index; `projection` has a row or
   * two.
   */
  private static final String IS_AHEAD =
      """
      SELECT greatest(
               (SELECT position FROM event_log ORDER BY position DESC LIMIT 1),
               (SELECT position FROM projection ORDER BY position DESC LIMIT 1))
             > pg_snapshot_xmax(pg_current_snapshot()) AS ahead
      """;

  /** Nodes that start at the same time wait here, and then find the repair done. */
  private static final String LOCK = "LOCK TABLE projection IN SHARE ROW EXCLUSIVE MODE";

  private static final String PLACES =
      """
      SELECT position::text AS position, event_id
        FROM projection
      """;

  /** Runs after the events have their new positions, and counts like {@link EventLog#renumber}. */
  private static final String MOVE =
      """
      UPDATE projection
         SET position = (? + (SELECT count(*) FROM projection before WHERE (projection.position, projection.event_id) > (before.position, before.event_id)))::text::xid8,
             event_id = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
      """;

  /** FirstNormalTransactionId is 3, and `initdb` has used hundreds of those that follow. */
  private static final long FIRST = 3;

  private RestoredDumpStore() {}

  /**
   * Repairs the database. It must run before anything writes or follows events. Any other database
   * is left as it is.
   *
   * @return the number of events that received new positions
   */
  public static int repair(Db db) {
    if (Sharding.isSharded(db)) {
      return 0; // each server counts separately, and `operating/citus.sql` renumbers events
    }
    if (!db.read(RestoredDumpStore::isAhead)) {
      return 0;
    }
    int events =
        db.transaction(connection -> {
          connection.setNetworkTimeout(Runnable::run, 0); // all events: no time limit
          Db.update(connection, LOCK);
          return isAhead(connection) ? renumber(connection) : 0;
        });
    LOG.info("the database was restored from a dump: {} events were numbered anew", events);
    return events;
  }

  private static boolean isAhead(Connection connection) throws SQLException {
    return Db.query(connection, IS_AHEAD, row -> row.getBoolean("ahead")).getFirst();
  }

  private static int renumber(Connection connection) throws SQLException {
    List<EventPosition> places = Db.query(connection, PLACES, EventPosition::read);
    int events =
        EventLog.renumber(
            connection,
            FIRST,
            places.stream().map(EventPosition::transaction).toList(),
            places.stream().map(EventPosition::event).toList());
    Db.update(connection, MOVE, FIRST);
    return events;
  }
}
