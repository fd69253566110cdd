package florin.connector.instance;

import florin.db.Db;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** What goes of the exchanges with providers, and what stays. */
public final class ExchangeRetentionStore {
  /** An authorisation's say under which name something can be captured or given back. */
  private static final String DELETE =
      """
      WITH looked AS (
           SELECT realm_id, attempt_id, number
             FROM connector_exchange
            WHERE (realm_id, attempt_id, number) > (?, ?, ?)
            ORDER BY realm_id, attempt_id, number
            LIMIT ?),
           gone AS (
           DELETE FROM connector_exchange e
            USING looked
             LEFT JOIN attempt a
               ON a.realm_id = looked.realm_id
              AND a.id = looked.attempt_id
             LEFT JOIN payment p
               ON p.realm_id = a.realm_id
              AND p.id = a.payment_id
            WHERE e.realm_id = looked.realm_id
              AND e.attempt_id = looked.attempt_id
              AND e.number = looked.number
              AND e.sent_at < ?
              AND (e.operation <> 'authorize'
                   OR p.id IS NULL
                   OR p.status IN ('failed', 'canceled')
                   OR p.status = 'succeeded' AND p.amount_refunded >= p.amount_captured)
              AND NOT EXISTS (
                  SELECT
                    FROM attempt other
                   WHERE other.payment_id = p.id
                     AND other.realm_id = p.realm_id
                     AND (other.due_at IS NOT NULL OR coalesce(other.resolved_at, other.created_at) >= ?)))
      SELECT realm_id, attempt_id, number
        FROM looked
       ORDER BY realm_id DESC, attempt_id DESC, number DESC
       LIMIT 1
      """;

  private final Db db;

  public ExchangeRetentionStore(Db db) {
    this.db = db;
  }

  /** A row, by its key. */
  record ExchangeKey(long realm, UUID attempt, int number) {
    static final ExchangeKey START = new ExchangeKey(Long.MIN_VALUE, new UUID(0, 0), 0);
  }

  /**
   * Looks at so many rows and deletes those of payments at which nothing has been under way since.
   *
   * @return the last that was looked at; empty when there is none after the position
   */
  Optional<ExchangeKey> deleteAfter(ExchangeKey position, Instant since, int most) {
    return db.findOne(
        DELETE,
        row ->
            new ExchangeKey(
                row.getLong("realm_id"),
                row.getObject("attempt_id", UUID.class),
                row.getInt("number")),
        position.realm(),
        position.attempt(),
        position.number(),
        most,
        since,
        since);
  }
}
