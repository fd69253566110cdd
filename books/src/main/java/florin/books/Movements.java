package florin.books;

/**
 * The derivation of transfers, as SQL. It reads only what never changes: the captured amount of a
 * payment, the facts of refunds and disputes, the assignments of bank entries, the lines that
 * providers report, and the arrival of payouts. So deriving again gives the same transfers.
 *
 * <p>A settlement line moves its net amount to the available money on the day on which the provider
 * can pay it out, and its fee to the fees. Both come from the pending money, if Florin knows the
 * payment or refund. Otherwise nothing explains them. Money of another currency passes through the
 * conversion account in both currencies.
 *
 * <p>Money of a bank transfer moves with its bank entries, directly to the bank, at the time that
 * {@link BookingStore} has stored. An assignment without a time is committed after the batch began:
 * its own event moves it. For such a payment, neither the capture nor the refund moves anything.
 */
final class Movements {
  /** The columns of a derived transfer, in the order of the table. */
  static final String COLUMNS =
      "realm_id, source_id, leg, id, type, object_id, currency, amount, debit_role, debit_party, credit_role, credit_party, booked_at";

  /**
   * Selects the transfers of the objects `t (realm_id, id, part)`, which the query before it names.
   * PostgreSQL looks only at what an object's part can have: most objects are payments. The id has
   * the milliseconds of the booking, the version 7, the leg, and the end of the source's id.
   */
  static final String OF_OBJECTS =
      """
      SELECT {t.realm_id} AS realm_id,
             m.source_id,
             m.leg,
             (lpad(to_hex(trunc(extract(epoch FROM m.booked_at) * 1000)::bigint), 12, '0')
               || '7' || lpad(to_hex(m.leg % 4096), 3, '0') || right(replace(m.source_id::text, '-', ''), 16))::uuid AS id,
             m.type,
             m.object_id,
             m.currency,
             abs(m.moved) AS amount,
             CASE WHEN m.moved > 0 THEN m.role ELSE m.from_role END AS debit_role,
             CASE WHEN m.moved > 0 THEN m.party ELSE m.from_party END AS debit_party,
             CASE WHEN m.moved > 0 THEN m.from_role ELSE m.role END AS credit_role,
             CASE WHEN m.moved > 0 THEN m.from_party ELSE m.party END AS credit_party,
             m.booked_at
        FROM t
       CROSS JOIN LATERAL
             (SELECT p.id AS source_id,
                     0 AS leg,
                     'payment' AS type,
                     t.id AS object_id,
                     p.currency,
                     p.amount_captured AS moved,
                     'pending' AS role,
                     p.connector AS party,
                     'receivable' AS from_role,
                     p.connector AS from_party,
                     p.captured_at AS booked_at
                FROM payment_for_ledger p
               WHERE p.realm_id = {t.realm_id}
                 AND p.id = t.id
                 AND t.part = 'payments'
                 AND p.method_type <> 'bank_transfer'
                 AND p.amount_captured > 0
               UNION ALL
              SELECT f.object_id,
                     CASE f.kind WHEN 'refund' THEN 0 ELSE 1 END,
                     f.kind,
                     t.id,
                     f.currency,
                     CASE f.kind WHEN 'refund' THEN -f.amount ELSE f.amount END,
                     'pending',
                     f.connector,
                     'receivable',
                     f.connector,
                     f.happened_at
                FROM ledger_fact f
               WHERE f.realm_id = {t.realm_id}
                 AND f.object_id = t.id
                 AND t.part = 'refunds'
                 AND f.kind IN ('refund', 'refund_failure')
               UNION ALL
              SELECT f.object_id,
                     2 * f.sequence + CASE f.kind WHEN 'dispute' THEN 2 ELSE 3 END,
                     f.kind,
                     t.id,
                     f.currency,
                     coalesce(before.amount, 0) - f.amount,
                     'pending',
                     f.connector,
                     CASE f.kind WHEN 'dispute' THEN 'disputes_held' ELSE 'dispute_losses' END,
                     f.connector,
                     f.happened_at
                FROM ledger_fact f
                LEFT JOIN LATERAL
                     (SELECT earlier.amount
                        FROM ledger_fact earlier
                       WHERE earlier.realm_id = {t.realm_id}
                         AND earlier.object_id = t.id
                         AND earlier.kind = f.kind
                         AND earlier.sequence < f.sequence
                       ORDER BY earlier.sequence DESC
                       LIMIT 1) before ON true
               WHERE f.realm_id = {t.realm_id}
                 AND f.object_id = t.id
                 AND t.part = 'payments'
                 AND f.kind IN ('dispute', 'dispute_loss')
                 AND f.amount <> coalesce(before.amount, 0)
               UNION ALL
              SELECT m.id,
                     0,
                     CASE m.holder
                       WHEN 'credit' THEN 'customer_credit'
                       WHEN 'unmatched' THEN 'unmatched_transfer'
                       ELSE 'payment'
                     END,
                     t.id,
                     e.currency,
                     m.amount,
                     'bank',
                     e.receiving_account_id::text,
                     CASE m.holder
                       WHEN 'credit' THEN 'customer_credit'
                       WHEN 'unmatched' THEN 'unmatched_transfers'
                       ELSE 'receivable'
                     END,
                     coalesce(p.connector, ''),
                     b.booked_at
                FROM match_for_ledger m
                JOIN entry_for_ledger e ON e.realm_id = {t.realm_id} AND e.id = m.entry_id
                JOIN ledger_booking b ON b.realm_id = {t.realm_id} AND b.source_id = m.id
                LEFT JOIN payment_for_ledger p ON p.realm_id = {t.realm_id} AND p.id = m.holder_id AND m.holder = 'payment'
               WHERE m.realm_id = {t.realm_id}
                 AND m.holder_id = t.id
                 AND t.part IN ('payments', 'funds')
                 AND m.refund_id IS NULL
               UNION ALL
              SELECT m.id,
                     0,
                     CASE WHEN m.amount < 0 THEN 'refund' ELSE 'refund_failure' END,
                     t.id,
                     e.currency,
                     m.amount,
                     'bank',
                     e.receiving_account_id::text,
                     'receivable',
                     p.connector,
                     b.booked_at
                FROM refund_for_ledger r
                JOIN match_for_ledger m ON m.realm_id = {t.realm_id} AND m.holder_id = r.payment_id AND m.refund_id = r.id
                JOIN entry_for_ledger e ON e.realm_id = {t.realm_id} AND e.id = m.entry_id
                JOIN payment_for_ledger p ON p.realm_id = {t.realm_id} AND p.id = r.payment_id
                JOIN ledger_booking b ON b.realm_id = {t.realm_id} AND b.source_id = m.id
               WHERE r.realm_id = {t.realm_id}
                 AND r.id = t.id
                 AND t.part = 'refunds'
               UNION ALL
              SELECT l.id,
                     leg.number,
                     leg.type,
                     CASE WHEN leg.type LIKE 'payout%' THEN l.object_id ELSE l.id END,
                     leg.currency,
                     leg.moved,
                     leg.role,
                     l.connector,
                     leg.from_role,
                     l.connector,
                     leg.booked_at
                FROM settlement_line l
               CROSS JOIN LATERAL (
                     SELECT CASE
                              WHEN l.type IN ('payout', 'payout_failure') THEN 'payouts_in_transit'
                              WHEN l.type = 'reserve' THEN 'reserve'
                              WHEN l.type = 'fee' THEN 'pending'
                              WHEN l.type = 'adjustment' OR coalesce(l.object_id, l.payment_id) IS NULL THEN 'unexplained'
                              ELSE 'pending'
                            END AS role) base
               CROSS JOIN LATERAL (
                     VALUES (0,
                             CASE
                               WHEN base.role = 'unexplained' AND l.type <> 'adjustment' THEN 'unexplained'
                               WHEN base.role = 'pending' THEN 'settlement'
                               ELSE l.type
                             END,
                             l.currency,
                             l.net,
                             'available',
                             CASE WHEN l.original_currency IS NULL THEN base.role ELSE 'conversion' END,
                             CASE WHEN l.type LIKE 'payout%' THEN l.occurred_at ELSE l.available_at END),
                            (1,
                             CASE l.type WHEN 'fee' THEN 'fee' ELSE 'processing_fee' END,
                             l.currency,
                             l.fee,
                             'fees',
                             CASE WHEN l.original_currency IS NULL THEN base.role ELSE 'conversion' END,
                             l.occurred_at),
                            (2,
                             'conversion',
                             l.original_currency,
                             l.original_amount,
                             'conversion',
                             base.role,
                             l.occurred_at)) leg (number, type, currency, moved, role, from_role, booked_at)
               WHERE l.realm_id = {t.realm_id}
                 AND l.id = t.id
                 AND t.part = 'lines'
                 AND leg.moved <> 0
               UNION ALL
              SELECT a.id,
                     0,
                     'payout_arrival',
                     o.id,
                     o.currency,
                     a.amount,
                     'bank',
                     coalesce(a.receiving_account_id::text, ''),
                     'payouts_in_transit',
                     o.connector,
                     coalesce(b.booked_at, a.arrived_at)
                FROM payout_arrival a
                JOIN payout o ON o.realm_id = {t.realm_id} AND o.id = a.payout_id
                LEFT JOIN ledger_booking b ON b.realm_id = {t.realm_id} AND b.source_id = a.match_id
               WHERE a.realm_id = {t.realm_id}
                 AND a.id = t.id
                 AND t.part = 'payouts'
                 AND (a.match_id IS NULL OR b.source_id IS NOT NULL)) m
      """;

  /**
   * Selects the kinds of facts about disputes, each with the field that has the sum of a payment's
   * disputes. Without that field, as in events from before it, the dispute counts alone, with its
   * amount in some statuses.
   */
  static final String OF_DISPUTES =
      """
      VALUES ('dispute', 'amount_held', '{needs_response,under_review}'::text[]), ('dispute_loss', 'amount_lost', '{lost}'::text[])\
      """;

  /** Returns the SQL of the amount that a kind `held` of {@link #OF_DISPUTES} has. */
  static String disputedAmount(String dispute) {
    return "coalesce((%1$s ->> held.field)::bigint, CASE WHEN %1$s ->> 'status' = ANY (held.statuses) THEN (%1$s ->> 'amount')::bigint END, 0)"
        .formatted(dispute);
  }

  private Movements() {}
}
