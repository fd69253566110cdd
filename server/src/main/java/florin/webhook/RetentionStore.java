package florin.webhook;

import florin.db.Db;
import florin.db.IdTime;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * What is no longer kept, in PostgreSQL.
 *
 * <p>Ids are made in the order of time, so the old ones stand at the beginning of each realm's part
 * of the primary key and need no index of their own.
 *
 * <p>What another node is deleting is skipped: nodes share the work and never wait for each other.
 */
public final class RetentionStore {
  /** Rows of one kind that one step deletes at most. */
  static final int BATCH = 1000;

  /** The next realm that has anything; realms are few, and skipped through. */
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

  /** One that is still pending ends by itself, since its event is gone. */
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

  /** What a projection has still to follow stays, however old it is. */
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
   * One bounded batch of one realm; the next call goes on, with this realm or the next. Returns how
   * many rows went.
   */
  public int deleteEventsBefore(Instant time) {
    List<Long> next = db.list(NEXT_REALM, row -> row.getLong("realm_id"), realm);
    if (next.isEmpty()) {
      realm = 0;
      return 0;
    }
    long current = next.getFirst();
    UUID before = IdTime.lowest(time);
    realm = current; // a realm whose rows can't be deleted holds up no other
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

  /** Whether the next call begins with the first realm again. */
  boolean isAtFirstRealm() {
    return realm == 0;
  }
}
