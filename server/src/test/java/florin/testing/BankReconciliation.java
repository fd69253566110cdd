package florin.testing;

import static org.assertj.core.api.Assertions.assertThat;

import florin.books.LedgerChecks;
import florin.db.PostgresAddress;
import florin.db.TestConnections;
import java.util.List;

/**
 * Compares the bank entries with the objects that received their money. Whatever the order of the
 * entries, no cent is lost or counted twice. Each query returns the violations.
 */
public final class BankReconciliation {
  /** Bank entries whose amount differs from the total of their matches. */
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
        FROM unapplied_funds h
        LEFT JOIN bank_match m ON m.realm_id = h.realm_id AND m.holder_id = h.id
       GROUP BY h.realm_id, h.id
      HAVING coalesce(sum(m.amount), 0) <> h.remaining
      """;

  /** Payments whose received, refunded and captured amounts disagree with their matches. */
  private static final String PAYMENTS =
      """
      SELECT p.id || ': ' || p.status || ', waits with ' || t.received || ', has ' || coalesce(sum(m.amount), 0) AS wrong
        FROM bank_transfer t
        JOIN attempt a ON a.realm_id = t.realm_id AND a.id = t.id
        JOIN payment p ON p.realm_id = a.realm_id AND p.id = a.payment_id
        LEFT JOIN bank_match m ON m.realm_id = p.realm_id AND m.holder = 'payment' AND m.holder_id = p.id
       GROUP BY p.realm_id, p.id, t.realm_id, t.id
      HAVING coalesce(sum(m.amount), 0) <> t.received
             - (SELECT coalesce(sum(r.amount), 0) FROM refund r WHERE r.realm_id = p.realm_id AND r.payment_id = p.id AND r.status = 'succeeded')
          OR (p.status = 'succeeded') <> (t.state = 'paid')
          OR p.amount_captured <> CASE WHEN t.state = 'paid' THEN t.amount ELSE 0 END
      """;

  private static final String STRANGERS =
      """
      SELECT m.id || ' of ' || m.holder AS wrong
        FROM bank_match m
       WHERE (m.holder = 'payment' AND NOT EXISTS (SELECT FROM payment p WHERE p.realm_id = m.realm_id AND p.id = m.holder_id))
          OR (m.holder IN ('credit', 'unmatched')
              AND NOT EXISTS (SELECT FROM unapplied_funds h WHERE h.realm_id = m.realm_id AND h.id = m.holder_id AND h.kind = m.holder))
          OR (m.holder = 'payout' AND NOT EXISTS (SELECT FROM payout p WHERE p.realm_id = m.realm_id AND p.id = m.holder_id))
      """;

  /** Payouts whose money has the wrong direction or currency. */
  private static final String PAYOUTS =
      """
      SELECT p.id || ': of ' || p.amount || ' ' || p.currency || ', has ' || sum(m.amount) || ' ' || min(e.currency) AS wrong
        FROM payout p
        JOIN bank_match m ON m.realm_id = p.realm_id AND m.holder = 'payout' AND m.holder_id = p.id
        JOIN bank_entry e ON e.realm_id = m.realm_id AND e.id = m.entry_id
       GROUP BY p.realm_id, p.id
      HAVING sum(m.amount) * sign(p.amount) < 0
          OR bool_or(e.currency <> p.currency)
      """;

  private static final String HALVES =
      """
      SELECT 'staged: ' || id AS wrong FROM bank_statement WHERE status = 'staged'
       UNION ALL
      SELECT 'without a statement: ' || id FROM bank_entry e WHERE NOT EXISTS (SELECT FROM bank_statement s WHERE s.id = e.statement_id)
       UNION ALL
      SELECT 'staged: ' || id FROM bank_file WHERE status = 'staged'
      """;

  /** Refunds whose status differs from that of their transfer. */
  private static final String REFUNDS =
      """
      SELECT r.id || ': is ' || r.status || ' ' || coalesce(r.failure_reason, '') || ', its transfer ' || o.state AS wrong
        FROM refund r
        JOIN outgoing_transfer o ON o.realm_id = r.realm_id AND o.refund_id = r.id
       WHERE NOT CASE o.state
                 WHEN 'booked' THEN r.status = 'succeeded'
                 WHEN 'returned' THEN r.status = 'failed' AND r.failure_reason = 'returned'
                 WHEN 'declared' THEN r.status = 'failed' AND r.failure_reason IN ('declined', 'other_amount')
                 WHEN 'closed' THEN r.status IN ('failed', 'canceled', 'pending')
                 ELSE r.status = 'pending'
                 END
          OR o.amount <> r.amount
      """;

  /**
   * Payment files with a wrong total, or with an item of another file that the bank may execute.
   */
  private static final String ORDERS =
      """
      SELECT b.id || ': asks for ' || b.transfers || ' of ' || b.amount || ', has ' || count(o.id) || ' of ' || coalesce(sum(o.amount), 0) AS wrong
        FROM payment_file b
        LEFT JOIN payment_file_transfer t ON t.realm_id = b.realm_id AND t.order_id = b.id
        LEFT JOIN outgoing_transfer o ON o.realm_id = t.realm_id AND o.id = t.transfer_id
       GROUP BY b.realm_id, b.id
      HAVING b.transfers <> count(o.id)
          OR b.amount <> sum(o.amount)
       UNION ALL
      SELECT o.id || ': is in ' || count(b.id) || ' files that are not rejected' AS wrong
        FROM outgoing_transfer o
        JOIN payment_file_transfer t ON t.realm_id = o.realm_id AND t.transfer_id = o.id
        JOIN payment_file b ON b.realm_id = t.realm_id AND b.id = t.order_id AND b.status <> 'rejected'
       GROUP BY o.realm_id, o.id
      HAVING count(b.id) > 1
          OR min(b.id::text) <> min(o.order_id::text)
       UNION ALL
      SELECT o.id || ': is ordered by a file that was rejected' AS wrong
        FROM outgoing_transfer o
        JOIN payment_file b ON b.realm_id = o.realm_id AND b.id = o.order_id AND b.status = 'rejected'
       WHERE o.state = 'ordered'
      """;

  /**
   * Outgoing transfers whose unapplied funds have another status or amount, and unapplied funds
   * with several outgoing transfers.
   */
  private static final String RETURNS =
      """
      SELECT o.id || ': is ' || o.state || ', its holding ' || h.status || ' with ' || h.remaining AS wrong
        FROM outgoing_transfer o
        JOIN unapplied_funds h ON h.realm_id = o.realm_id AND h.id = o.unapplied_funds_id
       WHERE o.state IN ('waiting', 'ordered', 'other_amount')
         AND (h.status <> 'returning' OR h.remaining <> o.amount)
       UNION ALL
      SELECT h.id || ': goes back by ' || count(o.id) || ' transfers' AS wrong
        FROM unapplied_funds h
        JOIN outgoing_transfer o ON o.realm_id = h.realm_id AND o.unapplied_funds_id = h.id AND o.state IN ('waiting', 'ordered', 'other_amount')
       GROUP BY h.realm_id, h.id
      HAVING count(o.id) > 1
      """;

  private static final List<String> ALWAYS =
      List.of(ENTRIES, HOLDINGS, PAYMENTS, PAYOUTS, STRANGERS, REFUNDS, ORDERS, RETURNS);

  private BankReconciliation() {}

  /** Asserts the invariants that hold between any two commits. */
  public static void check(PostgresAddress database) {
    try (var db = TestConnections.patient(database)) {
      for (String sql : ALWAYS) {
        assertThat(db.list(sql, row -> row.getString("wrong"))).isEmpty();
      }
    }
  }

  /** Asserts also the invariants that hold when no statement import is running. */
  public static void checkAtRest(PostgresAddress database) {
    check(database);
    try (var db = TestConnections.patient(database)) {
      assertThat(db.list(HALVES, row -> row.getString("wrong"))).isEmpty();
    }
    LedgerChecks.assertHolds(database);
  }
}
