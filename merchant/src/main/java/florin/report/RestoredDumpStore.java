package florin.report;

import florin.db.Db;
import florin.db.Sharding;
import florin.event.EventLog;
import florin.report.FollowerStore.EventPosition;
import java.sql.Connection;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The repair of a database that was restored from a dump (`pg_dump`). Followers of events use the
 * id of the transaction that wrote them. The ids in a dump are from another PostgreSQL server. New
 * events would come before old ones, and followers would wait for transactions that are years away.
 *
 * <p>Restored events receive two positions before every transaction of a running PostgreSQL server:
 * one for the events that all followers have read, and one for the rest. Within each, their ids
 * keep them in order.
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

  private static final String SLOWEST =
      """
      SELECT position::text AS position, event_id
        FROM projection
       ORDER BY projection.position, event_id
       LIMIT 1
      """;

  private static final String MOVE =
      """
      UPDATE projection
         SET position = ?::text::xid8,
             event_id = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
      """;

  /** FirstNormalTransactionId is 3, and `initdb` has used hundreds of those that follow. */
  private static final String READ_BY_ALL = "3";

  private static final String REST = "4";

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
    EventPosition slowest = Db.query(connection, SLOWEST, EventPosition::read).getFirst();
    int events =
        EventLog.renumber(connection, slowest.transaction(), slowest.event(), READ_BY_ALL, REST);
    Db.update(connection, MOVE, READ_BY_ALL);
    return events;
  }
}
