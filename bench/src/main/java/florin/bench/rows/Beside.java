package florin.bench.rows;

import florin.bench.load.Once;
import florin.bench.load.PaymentRequests;
import florin.bench.service.ServiceProcess;
import florin.core.Id.WebhookEndpointId;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Fills the tables that depend on payments: metrics, the request log, and deliveries. The service
 * computes the metrics from the events; SQL adds the other rows as the service would have written
 * them.
 */
public final class Beside {
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final Duration PATIENCE = Duration.ofMinutes(30);

  /** An endpoint on a closed port. Its deliveries are inserted as completed, so none is sent. */
  private static final String ENDPOINT =
      """
      {"url":"http://127.0.0.1:9/webhooks","enabled_events":["payment.succeeded","payment.failed"]}\
      """;

  /** One in 256 deliveries is exhausted. */
  private static final String FATE =
      "CASE WHEN right(event_id::text, 2) = '00' THEN 'exhausted' ELSE 'delivered' END";

  private static final List<String> FILL =
      List.of(
          """
          INSERT INTO request_log (realm_id, id, created_at, method, route, path, status, duration_us, key_id, error_code, address)
          SELECT a.realm_id, a.request_id, a.created_at, 'POST', '/v2/payments', '/v2/payments',
                 CASE a.status WHEN 'declined' THEN 402 ELSE 200 END, 4000, k.id,
                 CASE a.status WHEN 'declined' THEN 'card_declined' END, '127.0.0.1'
            FROM attempt a
           CROSS JOIN (SELECT id FROM api_key ORDER BY id LIMIT 1) k
           WHERE a.operation = 'authorize'
             AND a.request_id IS NOT NULL
             AND a.created_at > now() - interval '80 days'
              ON CONFLICT DO NOTHING
          """,
          """
          INSERT INTO delivery (realm_id, id, endpoint_id, event_id, status, version, attempts, created_at, completed_at)
          SELECT realm_id, delivery_id(event_id, endpoint_id), endpoint_id, event_id, %s, 1, 1, created_at, created_at
            FROM (SELECT e.realm_id, e.id AS event_id, w.id AS endpoint_id, e.created_at
                    FROM event e
                    JOIN webhook_endpoint w ON w.realm_id = e.realm_id AND e.type = ANY (w.enabled_events)) told
              ON CONFLICT DO NOTHING
          """
              .formatted(FATE),
          """
          INSERT INTO delivery_attempt (realm_id, delivery_id, version, result, http_status, latency_ms, response_body, created_at)
          SELECT realm_id, id, version, CASE status WHEN 'exhausted' THEN 'refused' ELSE 'delivered' END,
                 CASE status WHEN 'exhausted' THEN 503 ELSE 200 END, 40, 'thank you', created_at
            FROM delivery
              ON CONFLICT DO NOTHING
          """);

  /** Resets the projection. Its row comes first, because a follower of the events locks it. */
  private static final List<String> FOLLOW_ANEW =
      List.of(
          "UPDATE projection SET position = '0', event_id = '00000000-0000-0000-0000-000000000000'",
          "DELETE FROM figure",
          "DELETE FROM counted_refund",
          "DELETE FROM payment_email");

  private static final String IS_BEHIND =
      """
      SELECT EXISTS (
             SELECT FROM event e, projection p
              WHERE (e.position, e.id) > (p.position, p.event_id)) AS behind
      """;

  private static final String VACUUM =
      "VACUUM (ANALYZE) request_log, delivery, delivery_attempt, figure, counted_refund, payment_email, customer_word";

  private final ServiceProcess service;
  private final WebhookEndpointId endpoint;

  private Beside(ServiceProcess service, WebhookEndpointId endpoint) {
    this.service = service;
    this.endpoint = endpoint;
  }

  /**
   * Creates the endpoint. Afterwards, nothing may be created over HTTP, since its events would be
   * sent to the endpoint.
   */
  public static Beside of(ServiceProcess service) throws IOException {
    var requests = new PaymentRequests(service.address(), service.folder().testKey());
    byte[] create = requests.post("/v2/webhook_endpoints", ENDPOINT, Optional.empty());
    String made = Once.succeed(service.address(), create);
    return new Beside(service, Stock.idIn(made, WebhookEndpointId.KIND));
  }

  public WebhookEndpointId endpoint() {
    return endpoint;
  }

  /** Fills the tables for all existing payments and waits until the metrics are computed. */
  public void fill() throws IOException, SQLException {
    try (Connection connection = service.folder().database().connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (String sql : FOLLOW_ANEW) {
        statement.execute(sql);
      }
      connection.commit();
      connection.setAutoCommit(true);
      for (String sql : FILL) {
        statement.execute(sql);
      }
      awaitFollowed(statement);
      statement.execute(VACUUM);
      statement.execute("CHECKPOINT");
    }
  }

  private static void awaitFollowed(Statement statement) throws IOException, SQLException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (isBehind(statement)) {
      if (System.nanoTime() > end) {
        throw new IOException("the metrics were not computed within " + PATIENCE);
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  private static boolean isBehind(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery(IS_BEHIND)) {
      return row.next() && row.getBoolean("behind");
    }
  }
}
