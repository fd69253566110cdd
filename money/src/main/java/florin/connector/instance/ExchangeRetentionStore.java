package florin.connector.instance;

import florin.db.Db;
import florin.db.DueRows;
import florin.db.DueRows.DueRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The queries that select and delete old exchanges with providers. */
public final class ExchangeRetentionStore {
  private static final String LOOK =
      """
      SELECT realm_id, attempt_id, number
        FROM connector_exchange
       WHERE (realm_id, attempt_id, number) > (?, ?, ?)
       ORDER BY realm_id, attempt_id, number
       LIMIT ?
      """;

  /**
   * Keeps an authorization's exchanges while they hold the identifier that a capture or refund
   * needs.
   */
  private static final String DELETE =
      """
      DELETE FROM connector_exchange e
       USING unnest(?::uuid[]) AS looked(attempt_id)
        LEFT JOIN attempt_activity a
          ON a.realm_id = ?
         AND a.id = looked.attempt_id
       WHERE e.realm_id = ?
         AND e.attempt_id = looked.attempt_id
         AND e.sent_at < ?
         AND (e.operation <> 'authorize'
              OR NOT EXISTS (
                 SELECT
                   FROM active_payment p
                  WHERE p.realm_id = ?
                    AND p.id = a.payment_id))
         AND NOT EXISTS (
             SELECT
               FROM attempt_activity other
              WHERE other.payment_id = a.payment_id
                AND other.realm_id = ?
                AND (other.is_open OR other.last_at >= ?))
      """;

  private final Db db;

  public ExchangeRetentionStore(Db db) {
    this.db = db;
  }

  /** The key of a row. */
  record ExchangeKey(long realm, UUID attempt, int number) {
    static final ExchangeKey START = new ExchangeKey(Long.MIN_VALUE, new UUID(0, 0), 0);
  }

  /**
   * Reads a batch of rows and deletes those of payments with no activity since a time.
   *
   * @return the last row that was read; empty if there is none after the position
   */
  Optional<ExchangeKey> deleteAfter(ExchangeKey position, Instant since, int most) {
    List<ExchangeKey> looked =
        db.list(
            LOOK,
            row ->
                new ExchangeKey(
                    row.getLong("realm_id"),
                    row.getObject("attempt_id", UUID.class),
                    row.getInt("number")),
            position.realm(),
            position.attempt(),
            position.number(),
            most);
    List<DueRow> attempts =
        looked.stream().map(key -> new DueRow(key.realm(), key.attempt())).distinct().toList();
    db.updateForEach(
        DELETE,
        DueRows.byRealm(attempts),
        of ->
            new Object[] {
              of.array(), of.realm(), of.realm(), since, of.realm(), of.realm(), since
            });
    return looked.isEmpty() ? Optional.empty() : Optional.of(looked.getLast());
  }
}
