package florin.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * The plans with which PostgreSQL finds and claims due rows in large tables. The test runs both
 * steps of {@link DueRows} with the statements of the stores, and with plans for any parameters.
 */
@TestInstance(Lifecycle.PER_CLASS)
class DuePlansTest {
  private static final Pattern PARAMETER = Pattern.compile("\\?");

  /**
   * Thousands of rows in each table, of which a few are due. They belong to twenty realms, so that
   * a scan of all rows of a realm is visible as a scan of the table.
   */
  private static final List<String> ROWS =
      List.of(
          """
          INSERT INTO delivery (realm_id, id, endpoint_id, event_id, status, version, attempts, due_at, created_at, completed_at)
          SELECT n % 20, gen_random_uuid(), md5((n % 100)::text)::uuid, gen_random_uuid(),
                 CASE WHEN n % 10 = 0 THEN 'pending' ELSE 'delivered' END, 1, 0,
                 CASE WHEN n % 10 = 0 THEN now() + n * interval '1 s' END, now(), CASE WHEN n % 10 > 0 THEN now() END
            FROM generate_series(1, 20000) n
          """,
          """
          INSERT INTO receipt_mail (realm_id, payment_id, recipient, status, due_at, created_at, completed_at)
          SELECT n % 20, gen_random_uuid(), 'a@example.com', CASE WHEN n % 10 = 0 THEN 'waiting' ELSE 'sent' END,
                 CASE WHEN n % 10 = 0 THEN now() + n * interval '1 s' END, now(), CASE WHEN n % 10 > 0 THEN now() END
            FROM generate_series(1, 20000) n
          """,
          """
          INSERT INTO alert (realm_id, kind, subject, raised_at, seen_at, ended_at, mail_due_at)
          SELECT n % 20, 'payment_overdue', n::text, now(), now(), CASE WHEN n % 10 > 0 THEN now() END,
                 CASE WHEN n % 10 = 0 THEN now() + n * interval '1 s' END
            FROM generate_series(1, 20000) n
          """,
          """
          INSERT INTO provider_webhook (realm_id, id, connector_id, webhook_id, kind, body, received_at)
          SELECT n % 20, gen_random_uuid(), gen_random_uuid(), n::text, 'any', 'sealed', now() + n * interval '1 s'
            FROM generate_series(1, 20000) n
          """,
          """
          INSERT INTO connector_exchange (realm_id, attempt_id, number, connector_id, operation, step, sent_at)
          SELECT n % 20, gen_random_uuid(), 0, gen_random_uuid(), 'authorize', 'first', now()
            FROM generate_series(1, 20000) n
          """,
          """
          INSERT INTO bank_position (realm_id, receiving_account_id, due_at)
          SELECT n % 20, gen_random_uuid(), CASE WHEN n % 10 = 0 THEN now() + n * interval '1 s' END
            FROM generate_series(1, 20000) n
          """,
          """
          INSERT INTO payment_method (realm_id, id, type, details, secret, secret_version, erase_at, created_at,
                                      provider, detached_at, revoke_at)
          SELECT n % 20, gen_random_uuid(), 'card', '{}', CASE WHEN n % 10 = 0 THEN '\\x00'::bytea END,
                 CASE WHEN n % 10 = 0 THEN 1 END, CASE WHEN n % 10 = 0 THEN now() + n * interval '1 s' END, now(),
                 CASE WHEN n % 10 = 1 THEN '{}'::jsonb END, CASE WHEN n % 10 = 1 THEN now() END,
                 CASE WHEN n % 10 = 1 THEN now() + n * interval '1 s' END
            FROM generate_series(1, 20000) n
          """,
          """
          INSERT INTO webhook_endpoint (realm_id, id, version, url, enabled_events, status, secret, created_at)
          SELECT n % 20, gen_random_uuid(), 1, 'https://example.com', ARRAY['*'], 'enabled', '1.x', now()
            FROM generate_series(1, 20000) n
          """,
          """
          INSERT INTO payment (realm_id, id, version, sequence, status, amount, currency, amount_captured, capture_method,
                               payment_method_id, method_type, method, connector, connector_kind, created_at, captured_at)
          SELECT 2, md5(n::text)::uuid, 1, 1, 'succeeded', 100, 'eur', 100, 'automatic',
                 gen_random_uuid(), 'card', '{}', 'any', 'any', now(), now()
            FROM generate_series(1, 5000) n
          """,
          """
          INSERT INTO payment_status (status, realm_id, id)
          SELECT 'failed', 2, gen_random_uuid()
            FROM generate_series(1, 5000) n
          """,
          """
          INSERT INTO attempt (realm_id, id, payment_id, operation, version, status, connector, connector_kind, amount,
                               node, boot, created_at, resolved_by, resolved_at)
          SELECT 2, gen_random_uuid(), md5(n::text)::uuid, 'authorize', 1, 'approved', 'any', 'any', 100,
                 gen_random_uuid(), gen_random_uuid(), now(), 'answer', now()
            FROM generate_series(1, 5000) n
          """,
          """
          INSERT INTO idempotency (realm_id, id, fingerprint, resource_id, created_at, expires_at, status, event_id)
          SELECT 2, gen_random_uuid(), gen_random_uuid(), md5(n::text)::uuid, now(), now(), 200, gen_random_uuid()
            FROM generate_series(1, 5000) n
          """);

  private static final String[] WHOLE =
      Stream.of(
              "delivery",
              "receipt_mail",
              "alert",
              "provider_webhook",
              "connector_exchange",
              "bank_position",
              "payment_method",
              "webhook_endpoint",
              "payment",
              "payment_status",
              "attempt",
              "idempotency")
          .map("Seq Scan on "::concat)
          .toArray(String[]::new);

  private final PostgresAddress database = TestPostgres.freshDatabase();
  private Connection connection;

  @BeforeAll
  void fill() throws SQLException {
    for (String rows : ROWS) {
      Sql.execute(database, rows);
    }
    Sql.execute(database, "VACUUM (ANALYZE)");
    Properties properties = new Properties();
    properties.putAll(database.properties());
    // In the other modes, the driver binds parameters, which have no value here.
    properties.setProperty("preferQueryMode", "simple");
    connection = DriverManager.getConnection(database.jdbcUrl(), properties);
  }

  @AfterAll
  void close() throws SQLException {
    connection.close();
  }

  @Test
  void deliveries() throws Exception {
    assertPlan("webhook.DeliveryQueueStore", "PENDING", "delivery_due");
    assertPlan("webhook.DeliveryQueueStore", "CLAIM", "delivery_due", "delivery_pkey");
  }

  @Test
  void replays() throws Exception {
    assertPlan("webhook.ReplayStore", "UNDER_WAY", "webhook_endpoint_replays");
    assertPlan("webhook.ReplayStore", "TAKE", "webhook_endpoint_");
  }

  @Test
  void mails() throws Exception {
    assertPlan("receipt.ReceiptMailStore", "DUE", "receipt_mail_due");
    assertPlan("receipt.ReceiptMailStore", "CLAIM", "receipt_mail_pkey");
    assertPlan("alert.AlertStore", "DUE", "alert_mail_due");
    assertPlan("alert.AlertStore", "CLAIM", "alert_pkey");
  }

  @Test
  void bank_accounts() throws Exception {
    assertPlan("bank.imports.MatchQueueStore", "DUE", "bank_position_due");
    assertPlan("bank.imports.MatchQueueStore", "TAKE", "bank_position_pkey");
  }

  @Test
  void expired_rows() throws Exception {
    assertPlan("connector.instance.ProviderWebhookStore", "OLD", "provider_webhook_by_time");
    assertPlan("connector.instance.ProviderWebhookStore", "DELETE", "provider_webhook_pkey");
    assertPlan("connector.instance.ExchangeRetentionStore", "LOOK", "connector_exchange_pkey");
    assertPlan("connector.instance.ExchangeRetentionStore", "DELETE", "connector_exchange_pkey");
    assertPlan("paymentmethod.ErasureStore", "DUE", "payment_method_erasable");
    assertPlan("paymentmethod.ErasureStore", "ERASE", "payment_method_pkey");
    assertPlan("paymentmethod.RevocationStore", "DUE", "payment_method_revocable");
    assertPlan("paymentmethod.RevocationStore", "TAKE", "payment_method_pkey");
  }

  @Test
  void rows_that_a_rotation_rewraps() throws Exception {
    assertPlan("paymentmethod.SealedNumberStore", "SEALED_OTHERWISE", "payment_method_pkey");
    assertPlan("paymentmethod.SealedNumberStore", "LOCK", "payment_method_pkey");
    assertPlan("paymentmethod.SealedNumberStore", "REWRAP", "payment_method_pkey");
  }

  /**
   * Asserts that a large table isn't read in full. Since some tables are empty here, the second
   * check turns table scans off to see whether an index fits.
   */
  private void assertPlan(String store, String name, String... indexes) throws Exception {
    String statement = statement(store, name);
    assertThat(plan("on", statement)).as(store + " " + name).doesNotContain(WHOLE);
    assertThat(plan("off", statement)).as(store + " " + name).contains(indexes);
  }

  private static String statement(String store, String name) throws ReflectiveOperationException {
    var field = Class.forName("florin." + store).getDeclaredField(name);
    field.setAccessible(true);
    return (String) field.get(null);
  }

  private String plan(String wholeTables, String statement) throws SQLException {
    var numbers = new int[1];
    String numbered =
        PARAMETER.matcher(statement).replaceAll(_ -> "\\$" + ++numbers[0]).stripTrailing();
    List<String> lines = new ArrayList<>();
    try (var sql = connection.createStatement()) {
      sql.execute("SET enable_seqscan = " + wholeTables);
      try (ResultSet rows = sql.executeQuery("EXPLAIN (GENERIC_PLAN, COSTS OFF) " + numbered)) {
        while (rows.next()) {
          lines.add(rows.getString(1));
        }
      }
    }
    return String.join("\n", lines);
  }
}
