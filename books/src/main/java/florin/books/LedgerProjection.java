package florin.books;

import florin.books.LedgerStore.Posted;
import florin.books.LedgerStore.Step;
import florin.projection.EventBatch;
import florin.projection.Projection;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Posts the movements that events report. An event says which objects have changed, and {@link
 * Movements} derives their transfers. The primary key rejects a transfer that is there already, so
 * an event may name an object that a later one names again.
 */
public final class LedgerProjection implements Projection {
  /**
   * Records refunds that succeeded. The first event that shows the success counts. A later event
   * may show it too, and the success may be undone.
   */
  private static final String REFUNDS =
      """
      WITH batch AS (:batch)
      INSERT INTO ledger_fact (realm_id, object_id, kind, sequence, connector, currency, amount, happened_at)
      SELECT DISTINCT ON (b.realm_id, b.object_id) b.realm_id, b.object_id, 'refund', 0, p.connector, r.currency, r.amount, b.created_at
        FROM batch b
        JOIN refund_for_ledger r ON r.realm_id = {b.realm_id} AND r.id = b.object_id
        JOIN payment_for_ledger p ON p.realm_id = {b.realm_id} AND p.id = r.payment_id
       WHERE b.type LIKE 'refund.%'
         AND b.body::json #>> '{data,object,status}' = 'succeeded'
         AND p.method_type <> 'bank_transfer'
       ORDER BY b.realm_id, b.object_id, b.sequence
          ON CONFLICT DO NOTHING
      """;

  /** Records refunds that failed after they had succeeded: the money came back. */
  private static final String RETURNED =
      """
      WITH batch AS (:batch)
      INSERT INTO ledger_fact (realm_id, object_id, kind, sequence, connector, currency, amount, happened_at)
      SELECT f.realm_id, f.object_id, 'refund_failure', 0, f.connector, f.currency, f.amount, b.created_at
        FROM batch b
        JOIN ledger_fact f ON f.realm_id = {b.realm_id} AND f.object_id = b.object_id AND f.kind = 'refund' AND f.sequence = 0
       WHERE b.type = 'refund.failed'
       ORDER BY f.realm_id, f.object_id
          ON CONFLICT DO NOTHING
      """;

  /**
   * Records the amounts of a payment that are held and lost after each event, as the provider
   * reports them. An amount that the provider has not reported counts as zero. The batch has no
   * body of a success, because few of them report a dispute.
   */
  private static final String DISPUTES =
      """
      WITH batch AS (:batch)
      INSERT INTO ledger_fact (realm_id, object_id, kind, sequence, connector, currency, amount, happened_at)
      SELECT b.realm_id,
             b.object_id,
             held.kind,
             b.sequence,
             p.connector,
             p.currency,
             %s,
             b.created_at
        FROM batch b
        JOIN payment_for_ledger p ON p.realm_id = {b.realm_id} AND p.id = b.object_id
       CROSS JOIN LATERAL (
             SELECT coalesce(b.body, (
                      SELECT e.body
                        FROM event_log e
                       WHERE e.realm_id = {b.realm_id}
                         AND e.object_id = b.object_id
                         AND e.sequence = b.sequence
                         AND e.type = b.type))::json #> '{data,object,dispute}' AS dispute) told
       CROSS JOIN (%s) held (kind, field, statuses)
       WHERE b.type IN ('payment.disputed', 'payment.dispute_updated')
          OR (b.type = 'payment.succeeded' AND p.dispute IS NOT NULL AND told.dispute ->> 'status' IS NOT NULL)
       ORDER BY b.realm_id, b.object_id, held.kind, b.sequence
          ON CONFLICT DO NOTHING
      """
          .formatted(Movements.disputedAmount("told.dispute"), Movements.OF_DISPUTES);

  /**
   * Selects the objects whose money may have moved, each with its {@link BacklogStore.Part}: those
   * that the events are about, and their payments.
   */
  static final String TOUCHED =
      """
      SELECT b.realm_id,
             b.object_id AS id,
             CASE
               WHEN b.type LIKE 'payment.%' THEN 'payments'
               WHEN b.type LIKE 'refund.%' THEN 'refunds'
               ELSE 'funds'
             END AS part
        FROM batch b
       WHERE b.type LIKE ANY ('{payment.%,refund.%,customer_credit.%,unmatched_transfer.%}')
       UNION
      SELECT b.realm_id, r.payment_id, 'payments'
        FROM batch b
        JOIN refund_for_ledger r ON r.realm_id = {b.realm_id} AND r.id = b.object_id
       WHERE b.type LIKE 'refund.%'
       UNION
      SELECT b.realm_id, f.payment_id, 'payments'
        FROM batch b
        JOIN funds_for_ledger f ON f.realm_id = {b.realm_id} AND f.id = b.object_id AND f.payment_id IS NOT NULL
       WHERE b.type LIKE ANY ('{customer_credit.%,unmatched_transfer.%}')
       UNION
      SELECT b.realm_id, a.id, 'payouts'
        FROM batch b
        JOIN payout_arrival a ON a.realm_id = {b.realm_id} AND a.payout_id = b.object_id
       WHERE b.type LIKE 'payout.%'\
      """;

  private static final String POST =
      "WITH batch AS (:batch), t AS (" + TOUCHED + ")\n" + LedgerStore.POST;

  /** The steps, in their order. All of them are in one transaction. */
  static final List<Step> STEPS =
      List.of(
          batch -> batch.update(REFUNDS),
          batch -> batch.update(RETURNED),
          batch -> batch.update(DISPUTES),
          BookingStore::add,
          LedgerProjection::post);

  static final String NAME = "ledger";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void lock(Connection connection) throws SQLException {
    LedgerStore.lock(connection);
  }

  @Override
  public void apply(EventBatch batch) throws SQLException {
    for (Step step : STEPS) {
      step.run(batch);
    }
  }

  private static void post(EventBatch batch) throws SQLException {
    List<Posted> posted = batch.list(POST, Posted::read);
    LedgerStore.add(batch.connection(), posted);
  }
}
