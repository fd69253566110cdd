package florin.report;

/** The receipt addresses of payments in PostgreSQL, for search. */
final class PaymentEmailStore {
  /**
   * Stores the current address of a payment's row. The row may be newer than the event, whose
   * successor then writes the same.
   */
  static final String FOLLOW =
      """
      WITH batch AS (:batch)
      INSERT INTO payment_email AS m (realm_id, payment_id, email)
      SELECT DISTINCT p.realm_id, p.id, lower(p.receipt_email)
        FROM batch b
        JOIN payment_for_report p ON p.realm_id = {b.realm_id} AND p.id = b.object_id
       WHERE (b.type = 'payment.updated' OR starts_with(b.type, 'payment.') AND b.sequence = 1)
         AND p.receipt_email IS NOT NULL
          ON CONFLICT (realm_id, payment_id) DO UPDATE
         SET email = excluded.email
       WHERE m.email <> excluded.email
      """;

  static final String FORGET =
      """
      WITH said AS MATERIALIZED (
           SELECT DISTINCT p.realm_id, p.id
             FROM (:batch) b
             JOIN payment_for_report p ON p.realm_id = {b.realm_id} AND p.id = b.object_id
            WHERE b.type = 'payment.updated'
              AND p.receipt_email IS NULL)
      DELETE FROM payment_email m
       USING said s
       WHERE m.realm_id = {s.realm_id}
         AND m.payment_id = s.id
      """;

  private PaymentEmailStore() {}
}
