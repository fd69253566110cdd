package florin.db;

import java.sql.SQLException;
import java.util.Map;

/**
 * Copies the first row of every table that belongs to a payment twenty thousand times: the payments
 * are a minute apart, and there is one customer for every ten. The planner's statistics are then
 * those of large tables.
 */
final class ManyPayments {
  /** A UUIDv7 for the minute with this number. */
  private static final String ID =
      "lpad(to_hex(1700000000000 + 60000::bigint * %1$s), 12, '0') || '70008000' || lpad(to_hex(%1$s), 12, '0')";

  private static final String OWN = ID.formatted("n");
  private static final String OWNER = ID.formatted("(n / 10)");

  private static final Map<String, String> TABLES =
      Map.of(
          "customer", "'id', " + OWNER,
          "payment_method", "'id', " + OWN,
          "payment",
              "'id', "
                  + OWN
                  + ", 'customer_id', "
                  + OWNER
                  + ", 'amount', 1 + n % 5000, 'amount_captured', CASE WHEN n % 20 > 0 THEN 1 + n % 5000 ELSE 0 END"
                  + ", 'method', (template).method || jsonb_build_object('last4', lpad((n % 9000)::text, 4, '0'))"
                  + ", 'status', CASE WHEN n % 20 > 0 THEN 'succeeded' ELSE 'failed' END"
                  + ", 'failure_code', CASE WHEN n % 20 = 0 THEN 'card_declined' END"
                  + ", 'failure_message', CASE WHEN n % 20 = 0 THEN 'declined' END",
          "attempt", "'id', " + OWN + ", 'payment_id', " + OWN,
          "event", "'id', " + OWN + ", 'object_id', " + OWN,
          "idempotency", "'id', md5(n::text)",
          "simulator_operation", "'reference', " + OWN);

  /** Inserts the rows that the triggers of the table payment would have written. */
  private static final String STATUSES =
      """
      INSERT INTO payment_status (status, realm_id, id)
      SELECT status, realm_id, id
        FROM payment
       WHERE status NOT IN ('processing', 'succeeded')
          ON CONFLICT DO NOTHING
      """;

  private ManyPayments() {}

  static void fill(PostgresAddress database) throws SQLException {
    try (var connection = database.connect();
        var statement = connection.createStatement()) {
      // This role disables foreign keys, so the tables can be filled in any order.
      statement.execute("SET session_replication_role = replica");
      for (var table : TABLES.entrySet()) {
        statement.execute(
            """
            INSERT INTO %1$s
            SELECT copy.*
              FROM (SELECT t AS template FROM %1$s t LIMIT 1) first,
                   generate_series(1, 20000) n,
                   jsonb_populate_record(template, jsonb_build_object(%2$s)) copy
                ON CONFLICT DO NOTHING
            """
                .formatted(table.getKey(), table.getValue()));
        statement.execute("VACUUM (ANALYZE) " + table.getKey());
      }
      statement.execute(STATUSES);
      statement.execute("VACUUM (ANALYZE) payment_status");
    }
  }
}
