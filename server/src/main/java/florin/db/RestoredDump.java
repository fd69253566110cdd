package florin.db;

import java.util.List;
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
public final class RestoredDump {
  private static final Logger LOG = LoggerFactory.getLogger(RestoredDump.class);

  /**
   * Checks the highest positions. Each is found at the end of an index; `projection` has a row or
   * two.
   */
  private static final String IS_AHEAD =
      """
      SELECT greatest(
               (SELECT position FROM event ORDER BY position DESC LIMIT 1),
               (SELECT position FROM projection ORDER BY position DESC LIMIT 1))
             > pg_snapshot_xmax(pg_current_snapshot()) AS ahead
      """;

  /** Nodes that start at the same time wait here, and then find the repair done. */
  private static final String LOCK = "LOCK TABLE projection IN SHARE ROW EXCLUSIVE MODE";

  /** FirstNormalTransactionId is 3, and `initdb` has used hundreds of those that follow. */
  private static final String RENUMBER =
      """
      UPDATE event e
         SET position = CASE WHEN (e.position, e.id) <= (p.position, p.event_id) THEN '3'::xid8 ELSE '4'::xid8 END
        FROM (SELECT position, event_id FROM projection ORDER BY position, event_id LIMIT 1) p
      """;

  private static final String BEHIND_THE_FIRST =
      """
      UPDATE projection
         SET position = '3',
             event_id = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
      """;

  private RestoredDump() {}

  /**
   * Repairs the database. It must run before anything writes or follows events. Any other database
   * is left as it is.
   *
   * @return the number of events that received new positions
   */
  public static int mend(Db db) {
    if (Sharding.isSharded(db)) {
      return 0; // each server counts separately, and `operating/citus.sql` renumbers events
    }
    if (!isAhead(db.list(IS_AHEAD, row -> row.getBoolean("ahead")))) {
      return 0;
    }
    int events =
        db.transaction(connection -> {
          connection.setNetworkTimeout(Runnable::run, 0); // all events: no time limit
          Db.update(connection, LOCK);
          if (!isAhead(Db.query(connection, IS_AHEAD, row -> row.getBoolean("ahead")))) {
            return 0;
          }
          int renumbered = Db.update(connection, RENUMBER);
          Db.update(connection, BEHIND_THE_FIRST);
          return renumbered;
        });
    LOG.info("the database was restored from a dump: {} events were numbered anew", events);
    return events;
  }

  private static boolean isAhead(List<Boolean> found) {
    return found.getFirst();
  }
}
