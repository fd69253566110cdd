package florin.testing;

import static org.assertj.core.api.Assertions.assertThat;

import florin.db.Db;
import florin.db.PostgresAddress;
import java.util.List;

/**
 * What banks have booked held against who has it: no cent is lost or doubled, whatever has come in
 * which order. Each query gives what is wrong.
 */
public final class BankReconciliation {
  /** Of an entry whose money was given to somebody, all of it, and no more. */
  private static final String ENTRIES =
      """
      SELECT e.id || ': booked ' || CASE WHEN e.debit THEN -e.amount ELSE e.amount END || ', matched ' || coalesce(sum(m.amount), 0) AS wrong
        FROM bank_entry e
        JOIN bank_statement s ON s.realm_id = e.realm_id AND s.id = e.statement_id AND s.status = 'booked'
        LEFT JOIN bank_match m ON m.realm_id = e.realm_id AND m.entry_id = e.id
       GROUP BY e.realm_id, e.id
      HAVING coalesce(sum(m.amount), 0) <> CASE WHEN e.status IN ('new', 'duplicate') THEN 0 WHEN e.debit THEN -e.amount ELSE e.amount END
      """;

  private static final String HOLDINGS =
      """
      SELECT h.id || ': says ' || h.remaining || ', has ' || coalesce(sum(m.amount), 0) AS wrong
        FROM bank_holding h
        LEFT JOIN bank_match m ON m.realm_id = h.realm_id AND m.holder_id = h.id
       GROUP BY h.realm_id, h.id
      HAVING coalesce(sum(m.amount), 0) <> h.remaining
      """;

  /** What is taken back after a success is a refund. */
  private static final String PAYMENTS =
      """
      SELECT p.id || ': ' || p.status || ', waits with ' || t.received || ', has ' || coalesce(sum(m.amount), 0) AS wrong
        FROM bank_transfer t
        JOIN attempt a ON a.realm_id = t.realm_id AND a.id = t.id
        JOIN payment p ON p.realm_id = a.realm_id AND p.id = a.payment_id
        LEFT JOIN bank_match m ON m.realm_id = p.realm_id AND m.holder = 'payment' AND m.holder_id = p.id
       GROUP BY p.realm_id, p.id, t.realm_id, t.id
      HAVING coalesce(sum(m.amount), 0) <> t.received
             - (SELECT coalesce(sum(r.amount), 0) FROM refund r WHERE r.realm_id = p.realm_id AND r.payment_id = p.id AND r.reason = 'bank_return')
          OR (p.status = 'succeeded') <> (t.state = 'paid')
          OR p.amount_captured <> CASE WHEN t.state = 'paid' THEN t.amount ELSE 0 END
      """;

  private static final String STRANGERS =
      """
      SELECT m.id || ' of ' || m.holder AS wrong
        FROM bank_match m
       WHERE (m.holder = 'payment' AND NOT EXISTS (SELECT FROM payment p WHERE p.realm_id = m.realm_id AND p.id = m.holder_id))
          OR (m.holder IN ('credit', 'unmatched')
              AND NOT EXISTS (SELECT FROM bank_holding h WHERE h.realm_id = m.realm_id AND h.id = m.holder_id AND h.kind = m.holder))
      """;

  private static final String HALVES =
      """
      SELECT 'staged: ' || id AS wrong FROM bank_statement WHERE status = 'staged'
       UNION ALL
      SELECT 'without a statement: ' || id FROM bank_entry e WHERE NOT EXISTS (SELECT FROM bank_statement s WHERE s.id = e.statement_id)
       UNION ALL
      SELECT 'staged: ' || id FROM bank_file WHERE status = 'staged'
      """;

  private static final List<String> ALWAYS = List.of(ENTRIES, HOLDINGS, PAYMENTS, STRANGERS);

  private BankReconciliation() {}

  /** Holds between any two commits. */
  public static void check(PostgresAddress database) {
    try (var db = new Db(database)) {
      for (String sql : ALWAYS) {
        assertThat(db.list(sql, row -> row.getString("wrong"))).isEmpty();
      }
    }
  }

  /** Holds too when nothing is being read. */
  public static void checkAtRest(PostgresAddress database) {
    check(database);
    try (var db = new Db(database)) {
      assertThat(db.list(HALVES, row -> row.getString("wrong"))).isEmpty();
    }
  }
}
