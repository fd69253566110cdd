package florin.idempotency;

import florin.db.Db;
import java.time.Instant;
import java.util.List;

/**
 * The deletion of idempotency records in PostgreSQL. They are not ordered by time. Their table
 * holds one day, so it is scanned block by block, again and again.
 *
 * <p>A row that another node is deleting is skipped, so nodes share the work and never wait for
 * each other.
 */
final class RecordRetentionStore {
  /** The most rows above the limit that one step deletes. */
  private static final int BATCH = 1000;

  /** The blocks of `idempotency` that one step reads, of 8 KiB each. */
  private static final int BLOCKS = 64;

  private static final String DELETE_EXPIRED =
      """
      DELETE FROM idempotency
       WHERE ctid >= format('(%s,0)', ?::bigint)::tid
         AND ctid < format('(%s,0)', ?::bigint)::tid
         AND expires_at < ?
      """;

  private static final String COUNT_BLOCKS =
      """
      SELECT pg_relation_size('idempotency') / current_setting('block_size')::bigint AS blocks
      """;

  private static final String FIND_BEHIND =
      """
      SELECT expires_at
        FROM idempotency
       WHERE ctid >= format('(%s,0)', ?::bigint)::tid
       LIMIT 1
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

  private static final String DELETE_CROWDED =
      """
      DELETE FROM idempotency
       WHERE realm_id = ?
         AND id IN (
             SELECT id
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
  private long crowdedRealm;
  private long block;

  RecordRetentionStore(Db db) {
    this.db = db;
  }

  /**
   * Deletes expired rows in some blocks of the table. The next call continues with the following
   * blocks.
   */
  int deleteExpired(Instant now) {
    long first = block;
    block = reachesTo(first + BLOCKS) ? first + BLOCKS : 0; // even if a row can't be deleted
    return db.update(DELETE_EXPIRED, first, first + BLOCKS, now);
  }

  /**
   * Returns whether the table reaches a block. A table that is distributed over several servers has
   * no block on the server that responds.
   */
  private boolean reachesTo(long next) {
    long blocks = db.list(COUNT_BLOCKS, row -> row.getLong("blocks")).getFirst();
    return blocks > 0
        ? next < blocks
        : db.findOne(FIND_BEHIND, row -> Db.getInstant(row, "expires_at"), next).isPresent();
  }

  /** Returns whether the next call begins with the first block. */
  boolean isAtFirstBlock() {
    return block == 0;
  }

  /**
   * Deletes one bounded batch of the records of publishable keys above a limit in one realm, the
   * oldest first. Returns true if there is more to do, in this realm or in the next.
   *
   * @param most the number of records that stay
   */
  boolean deleteCrowded(int most) {
    List<Long> next = db.list(NEXT_CROWDED_REALM, row -> row.getLong("realm_id"), crowdedRealm);
    if (next.isEmpty()) {
      crowdedRealm = 0;
      return false;
    }
    long current = next.getFirst();
    crowdedRealm = current; // a realm whose rows can't be deleted doesn't block others
    if (db.update(DELETE_CROWDED, current, current, current, most, BATCH) >= BATCH) {
      crowdedRealm = current - 1;
    }
    return true;
  }
}
