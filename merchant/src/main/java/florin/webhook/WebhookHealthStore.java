package florin.webhook;

import florin.core.Id.WebhookEndpointId;
import florin.core.Realm;
import florin.db.Db;
import florin.webhook.WebhookEndpoint.DisabledReason;
import florin.webhook.WebhookHealth.EndpointHealth;
import florin.webhook.WebhookHealth.EndpointState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The state of webhooks, in PostgreSQL. */
final class WebhookHealthStore {
  private static final String ENDPOINTS =
      """
      SELECT id, url, failing_since, disabled_reason,
             CASE WHEN status = 'disabled' THEN 'disabled' WHEN failing_since IS NOT NULL THEN 'failing' ELSE 'enabled' END AS state,
             (SELECT min(d.due_at) FROM delivery d WHERE d.realm_id = e.realm_id AND d.endpoint_id = e.id AND d.due_at <= ?) AS oldest_due
        FROM webhook_endpoint e
       WHERE realm_id = ?
       ORDER BY status = 'enabled' AND failing_since IS NULL, status DESC, id DESC
       LIMIT ?
      """;

  private final Db db;

  /**
   * Creates the store.
   *
   * @param db a database handle whose connections walk indexes: see {@link Db#walkingIndexes}
   */
  WebhookHealthStore(Db db) {
    this.db = db;
  }

  List<EndpointHealth> listEndpoints(Realm realm, int limit, Instant now) {
    return db.list(ENDPOINTS, WebhookHealthStore::read, now, realm.id(), limit);
  }

  private static EndpointHealth read(ResultSet row) throws SQLException {
    return new EndpointHealth(
        new WebhookEndpointId(row.getObject("id", UUID.class)),
        row.getString("url"),
        EndpointState.of(row.getString("state")),
        Db.findInstant(row, "failing_since"),
        Optional.ofNullable(row.getString("disabled_reason")).map(DisabledReason::of),
        Db.findInstant(row, "oldest_due"));
  }
}
