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
 * of the primary key and need no index of their own. Idempotency keys have no such order: their
 * table, which holds a day, is walked block by block, over and over.
 *
 * <p>What another node is deleting is skipped: nodes share the work and never wait for each other.
 */
public final class RetentionStore {
  /** Rows of one kind that one step deletes at most. */
  static final int BATCH = 1000;

  /** Blocks of `idempotency` that one step looks at, of 8 KiB each. */
  static final int BLOCKS = 64;

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
       WHERE (realm_id, delivery_id, version) IN (
             SELECT realm_id, delivery_id, version
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
       WHERE (realm_id, id) IN (
             SELECT realm_id, id
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
       WHERE (realm_id, id) IN (
             SELECT realm_id, id
               FROM (SELECT realm_id, id, position
                       FROM event
                      WHERE realm_id = ?
                        AND id < ?
                      ORDER BY id
                      LIMIT ?
                        FOR UPDATE SKIP LOCKED) oldest
              WHERE NOT EXISTS (
                    SELECT FROM projection p
                     WHERE (oldest.position, oldest.id) > (p.position, p.event_id)))
      """;

  private static final String DELETE_KEYS =
      """
      DELETE FROM idempotency
       WHERE ctid >= format('(%s,0)', ?::bigint)::tid
         AND ctid < format('(%s,0)', ?::bigint)::tid
         AND expires_at < ?
         AND (draft IS NULL
              OR EXISTS (SELECT FROM payment p WHERE p.realm_id = idempotency.realm_id AND p.id = idempotency.resource_id))
      """;

  private static final String KEY_BLOCKS =
      """
      SELECT pg_relation_size('idempotency') / current_setting('block_size')::bigint AS blocks
      """;

  private static final String NEXT_CROWDED_REALM =
      """
      SELECT realm_id
        FROM idempotency
       WHERE publishable
         AND realm_id > ?
       ORDER BY realm_id
       LIMIT 1
      """;

  private static final String DELETE_CROWDED_KEYS =
      """
      DELETE FROM idempotency
       WHERE (realm_id, id) IN (
             SELECT realm_id, id
               FROM idempotency
              WHERE publishable
                AND realm_id = ?
                AND created_at <= (
                    SELECT created_at
                      FROM idempotency
                     WHERE publishable
                       AND realm_id = ?
                     ORDER BY created_at DESC
                    OFFSET ?
                     LIMIT 1)
              ORDER BY created_at
              LIMIT ?
                FOR UPDATE SKIP LOCKED)
      """;

  private final Db db;
  private long realm;
  private long crowdedRealm;
  private long block;

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
    int deleted =
        db.transaction(connection ->
            Db.update(connection, DELETE_ATTEMPTS, current, before, BATCH)
                + Db.update(connection, DELETE_DELIVERIES, current, before, BATCH)
                + Db.update(connection, DELETE_EVENTS, current, before, BATCH));
    if (deleted < BATCH) {
      realm = current;
    }
    return deleted;
  }

  /** Looks at some blocks of the table; the next call goes on behind them. */
  int deleteExpiredKeys(Instant now) {
    long blocks = db.list(KEY_BLOCKS, row -> row.getLong("blocks")).getFirst();
    if (block >= blocks) {
      block = 0;
    }
    int deleted = db.update(DELETE_KEYS, block, block + BLOCKS, now);
    block = block + BLOCKS < blocks ? block + BLOCKS : 0;
    return deleted;
  }

  /** Whether the next call begins with the first realm again. */
  boolean isAtFirstRealm() {
    return realm == 0;
  }

  /** Whether the next call begins with the first block again. */
  boolean isAtFirstBlock() {
    return block == 0;
  }

  /**
   * One bounded batch of what publishable keys hold in one realm beyond a bound, the oldest first.
   * True when there is more to do, in this realm or in the next.
   *
   * @param most how many of them stay
   */
  boolean deleteCrowdedKeys(int most) {
    List<Long> next = db.list(NEXT_CROWDED_REALM, row -> row.getLong("realm_id"), crowdedRealm);
    if (next.isEmpty()) {
      crowdedRealm = 0;
      return false;
    }
    long current = next.getFirst();
    int deleted = db.update(DELETE_CROWDED_KEYS, current, current, most, BATCH);
    crowdedRealm = deleted < BATCH ? current : current - 1;
    return true;
  }
}
