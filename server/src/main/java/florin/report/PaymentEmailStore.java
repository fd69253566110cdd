package florin.report;

/** Where the receipts of payments go, in PostgreSQL, for search. */
final class PaymentEmailStore {
  /** As the payment's row is now: it may be ahead of the event, and then comes again, the same. */
  static final String FOLLOW =
      """
      WITH batch AS (:batch),
           said AS MATERIALIZED (
           SELECT DISTINCT p.realm_id, p.id, lower(p.receipt_email) AS email
             FROM batch b
             JOIN payment p ON p.realm_id = b.realm_id AND p.id = b.object_id
            WHERE b.type IN ('payment.created', 'payment.updated')
              AND (b.type = 'payment.updated' OR p.receipt_email IS NOT NULL)),
           forgotten AS (
           DELETE FROM payment_email m
            USING said s
            WHERE m.realm_id = s.realm_id
              AND m.payment_id = s.id
              AND s.email IS NULL)
      INSERT INTO payment_email AS m (realm_id, payment_id, email)
      SELECT realm_id, id, email
        FROM said
       WHERE email IS NOT NULL
          ON CONFLICT (realm_id, payment_id) DO UPDATE
         SET email = excluded.email
       WHERE m.email <> excluded.email
      """;

  private PaymentEmailStore() {}
}
