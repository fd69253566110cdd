package florin.paymentmethod;

import florin.db.Db;
import florin.db.DueRows;
import java.time.Duration;
import java.time.Instant;

/** The card numbers of unattached methods, in PostgreSQL. */
final class ErasureStore {
  private static final String DUE =
      """
      SELECT realm_id, id
        FROM payment_method
       WHERE erase_at <= ?
       ORDER BY erase_at
       LIMIT ?
      """;

  /**
   * Erases due numbers. For a method that was used once, its payment must have been final long
   * enough. For a detached method, no payment with it may be open. No index leads from a method to
   * its payments, but open ones are few and found as in decision 016. Locked rows wait for the next
   * round.
   */
  private static final String ERASE =
      """
      WITH due AS (
          SELECT m.id, m.consumed_by, m.detached_at
            FROM payment_method m
           WHERE m.realm_id = ?
             AND m.id = ANY(?)
             AND m.erase_at <= ?
             FOR UPDATE SKIP LOCKED),
      looked AS (
          SELECT due.id, due.consumed_by,
                 CASE
                   WHEN due.detached_at IS NULL AND due.consumed_by IS NOT NULL THEN (
                       SELECT CASE
                                WHEN p.status IN ('succeeded', 'failed', 'canceled')
                                THEN greatest(p.created_at, (
                                         SELECT max(a.resolved_at)
                                           FROM attempt a
                                          WHERE a.payment_id = p.id
                                            AND a.operation <> 'refund'
                                            AND a.realm_id = ?)) + ?::interval
                                ELSE ?::timestamptz
                              END
                         FROM payment p
                        WHERE p.realm_id = ?
                          AND p.id = due.consumed_by)
                   WHEN EXISTS (
                       SELECT 1
                         FROM payment p
                        WHERE p.status IN ('processing', 'requires_action', 'requires_capture')
                          AND p.realm_id = ?
                          AND p.id IN (
                                  SELECT s.id
                                    FROM payment_status s
                                   WHERE s.realm_id = ?
                                     AND s.status IN ('requires_action', 'requires_capture', 'setup_requires_action')
                                  UNION ALL
                                  SELECT a.payment_id
                                    FROM attempt a
                                   WHERE a.realm_id = ?
                                     AND a.status IN ('begun', 'pending', 'unknown', 'reversing'))
                          AND p.payment_method_id = due.id) THEN ?::timestamptz
                   ELSE '-infinity'
                 END AS ends
            FROM due)
      UPDATE payment_method m
         SET version = m.version + 1,
             secret = CASE WHEN looked.ends > ?::timestamptz THEN m.secret END,
             secret_version = CASE WHEN looked.ends > ?::timestamptz THEN m.secret_version END,
             erase_at = CASE WHEN looked.ends > ?::timestamptz THEN looked.ends END
        FROM looked
       WHERE m.realm_id = ?
         AND m.id = looked.id
      """;

  private final Db db;

  ErasureStore(Db db) {
    this.db = db;
  }

  /** Returns the number of methods that were checked. */
  int eraseDue(Instant now, Duration retention, Duration lookAgain, int most) {
    Instant later = now.plus(lookAgain);
    return db.updateForEach(
        ERASE,
        DueRows.list(db, DUE, now, most),
        due -> {
          long realm = due.realm();
          return new Object[] {
            realm,
            due.array(),
            now, // due
            realm,
            retention.toString(),
            later,
            realm,
            realm,
            realm,
            realm,
            later, // looked
            now,
            now,
            now,
            realm
          };
        });
  }
}
