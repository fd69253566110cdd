package florin.webhook;

import florin.db.Db;
import florin.db.IdTime;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * The deletion of old events in PostgreSQL.
 *
 * <p>Ids are in the order of time. So old rows are at the beginning of each realm's part of the
 * primary key and need no index.
 *
 * <p>Rows that another node is deleting are skipped: nodes share the work and never wait for each
 * other.
 */
public final class RetentionStore {
  /** The most rows of one table that a step deletes. */
  static final int BATCH = 1000;

  /** Finds the next realm with any event; realms are few, and an index skips through them. */
  private static final String NEXT_REALM =
      """
      SELECT realm_id
        FROM event
       WHERE realm_id > ?
       ORDER BY realm_id
       LIMIT 1
      """;

  private static final String DELETE_ATTEMPTS =
      """
      DELETE FROM delivery_attempt
       WHERE realm_id = ?
         AND (delivery_id, version) IN (
             SELECT delivery_id, version
               FROM delivery_attempt
              WHERE realm_id = ?
                AND delivery_id < ?
              ORDER BY delivery_id, version
              LIMIT ?
                FOR UPDATE SKIP LOCKED)
      """;

  /** Deletes deliveries; the job cancels a pending one when its event is gone. */
  private static final String DELETE_DELIVERIES =
      """
      DELETE FROM delivery
       WHERE realm_id = ?
         AND id IN (
             SELECT id
               FROM delivery
              WHERE realm_id = ?
                AND id < ?
                AND status <> 'pending'
              ORDER BY id
              LIMIT ?
                FOR UPDATE SKIP LOCKED)
      """;

  /** Deletes events, except those that a projection has not processed, whatever their age. */
  private static final String DELETE_EVENTS =
      """
      DELETE FROM event
       WHERE realm_id = ?
         AND id IN (
             SELECT id
               FROM (SELECT id, position
                       FROM event
                      WHERE realm_id = ?
                        AND id < ?
                      ORDER BY id
                      LIMIT ?
                        FOR UPDATE SKIP LOCKED) oldest
              WHERE NOT EXISTS (
                    SELECT FROM projection p
                     WHERE (oldest.position, oldest.id) > (p.position, p.event_id))
                AND NOT EXISTS (
                    SELECT FROM projection_of_realm p
                     WHERE p.realm_id = ?
                       AND (oldest.position, oldest.id) > (p.position, p.event_id)))
      """;

  private final Db db;
  private long realm;

  public RetentionStore(Db db) {
    this.db = db;
  }

  /**
   * Deletes one bounded batch of one realm. The next call continues with this realm or the next.
   * Returns the number of deleted rows.
   */
  public int deleteEventsBefore(Instant time) {
    List<Long> next = db.list(NEXT_REALM, row -> row.getLong("realm_id"), realm);
    if (next.isEmpty()) {
      realm = 0;
      return 0;
    }
    long current = next.getFirst();
    UUID before = IdTime.lowest(time);
    realm = current; // a realm whose rows can't be deleted blocks no other
    int deleted =
        db.transaction(connection ->
            Db.update(connection, DELETE_ATTEMPTS, current, current, before, BATCH)
                + Db.update(connection, DELETE_DELIVERIES, current, current, before, BATCH)
                + Db.update(connection, DELETE_EVENTS, current, current, before, BATCH, current));
    if (deleted >= BATCH) {
      realm = current - 1;
    }
    return deleted;
  }

  /** Returns whether the next call starts with the first realm again. */
  boolean isAtFirstRealm() {
    return realm == 0;
  }
}
