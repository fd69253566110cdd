package florin.webhook;

import florin.core.Id.WebhookEndpointId;
import florin.core.Realm;
import florin.db.Db;
import florin.webhook.WebhookHealth.EndpointHealth;
import florin.webhook.WebhookHealth.EndpointState;
import florin.webhook.WebhookHealth.Latest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** How webhooks are doing, in PostgreSQL. */
final class WebhookHealthStore {
  private static final String LATEST =
      """
      SELECT count(*) FILTER (WHERE status = 'delivered') AS delivered,
             count(*) FILTER (WHERE status = 'pending') AS pending,
             count(*) FILTER (WHERE status = 'exhausted') AS exhausted
        FROM (SELECT status
                FROM delivery
               WHERE realm_id = ?
               ORDER BY realm_id DESC, id DESC
               LIMIT ?) latest
      """;

  private static final String ENDPOINTS =
      """
      SELECT id, url,
             CASE WHEN status = 'disabled' THEN 'disabled' WHEN failing_since IS NOT NULL THEN 'failing' ELSE 'enabled' END AS state,
             (SELECT min(due_at) FROM delivery WHERE endpoint_id = webhook_endpoint.id AND due_at <= ?) AS oldest_due
        FROM webhook_endpoint
       WHERE realm_id = ?
       ORDER BY status = 'enabled' AND failing_since IS NULL, status DESC, id DESC
       LIMIT ?
      """;

  private final Db db;

  /**
   * @param db whose connections walk indexes: see {@link Db#walkingIndexes}
   */
  WebhookHealthStore(Db db) {
    this.db = db;
  }

  Latest countLatest(Realm realm, int limit) {
    return db.list(
            LATEST,
            row ->
                new Latest(row.getInt("delivered"), row.getInt("pending"), row.getInt("exhausted")),
            realm.id(),
            limit)
        .getFirst();
  }

  List<EndpointHealth> listEndpoints(Realm realm, int limit, Instant now) {
    return db.list(ENDPOINTS, WebhookHealthStore::read, now, realm.id(), limit);
  }

  private static EndpointHealth read(ResultSet row) throws SQLException {
    return new EndpointHealth(
        new WebhookEndpointId(row.getObject("id", UUID.class)),
        row.getString("url"),
        EndpointState.of(row.getString("state")),
        Db.findInstant(row, "oldest_due"));
  }
}
