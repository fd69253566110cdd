package florin.idempotency;

import florin.db.Db;
import java.time.Instant;
import java.util.List;

/**
 * Slots that are no longer kept, in PostgreSQL. They stand in no order of time: their table, which
 * holds a day, is walked block by block, over and over.
 *
 * <p>What another node is deleting is skipped: nodes share the work and never wait for each other.
 */
final class SlotRetentionStore {
  /** Rows that one step deletes at most, of those beyond the bound. */
  private static final int BATCH = 1000;

  /** Blocks of `idempotency` that one step looks at, of 8 KiB each. */
  private static final int BLOCKS = 64;

  private static final String DELETE_EXPIRED =
      """
      DELETE FROM idempotency
       WHERE ctid >= format('(%s,0)', ?::bigint)::tid
         AND ctid < format('(%s,0)', ?::bigint)::tid
         AND expires_at < ?
         AND (draft IS NULL
              OR EXISTS (SELECT FROM payment p WHERE p.realm_id = idempotency.realm_id AND p.id = idempotency.resource_id))
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

  SlotRetentionStore(Db db) {
    this.db = db;
  }

  /** Looks at some blocks of the table; the next call goes on behind them. */
  int deleteExpired(Instant now) {
    long first = block;
    block = reachesTo(first + BLOCKS) ? first + BLOCKS : 0; // also where a row can't be deleted
    return db.update(DELETE_EXPIRED, first, first + BLOCKS, now);
  }

  /** A table that is spread over several servers has no block on the one that is asked. */
  private boolean reachesTo(long next) {
    long blocks = db.list(COUNT_BLOCKS, row -> row.getLong("blocks")).getFirst();
    return blocks > 0
        ? next < blocks
        : db.findOne(FIND_BEHIND, row -> Db.getInstant(row, "expires_at"), next).isPresent();
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
  boolean deleteCrowded(int most) {
    List<Long> next = db.list(NEXT_CROWDED_REALM, row -> row.getLong("realm_id"), crowdedRealm);
    if (next.isEmpty()) {
      crowdedRealm = 0;
      return false;
    }
    long current = next.getFirst();
    crowdedRealm = current; // a realm whose rows can't be deleted holds up no other
    if (db.update(DELETE_CROWDED, current, current, current, most, BATCH) >= BATCH) {
      crowdedRealm = current - 1;
    }
    return true;
  }
}
