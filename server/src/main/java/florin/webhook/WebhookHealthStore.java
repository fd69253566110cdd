package florin.webhook;

import florin.core.Id.WebhookEndpointId;
import florin.core.Realm;
import florin.db.Db;
import florin.webhook.WebhookHealth.Endpoint;
import florin.webhook.WebhookHealth.Latest;
import florin.webhook.WebhookHealth.State;
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
             count(*) FILTER (WHERE status = 'exhausted') AS exhausted,
             count(*) FILTER (WHERE status = 'canceled') AS canceled
        FROM (SELECT status
                FROM delivery
               WHERE realm_id = ?
               ORDER BY realm_id DESC, id DESC
               LIMIT ?) latest
      """;

  private static final String ENDPOINTS =
      """
      SELECT e.*, d.pending, d.oldest
        FROM (SELECT id, url, failing_since, failures,
                     CASE WHEN status = 'disabled' THEN 'disabled' WHEN failing_since IS NOT NULL THEN 'failing' ELSE 'enabled' END AS state
                FROM webhook_endpoint
               WHERE realm_id = ?
               ORDER BY status = 'enabled' AND failing_since IS NULL, status DESC, id DESC
               LIMIT ?) e
       CROSS JOIN LATERAL (
             SELECT count(*) AS pending, min(due_at) FILTER (WHERE due_at <= ?) AS oldest
               FROM (SELECT due_at
                       FROM delivery
                      WHERE endpoint_id = e.id
                        AND due_at IS NOT NULL
                      ORDER BY due_at
                      LIMIT ?) waiting) d
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
                new Latest(
                    row.getInt("delivered"),
                    row.getInt("pending"),
                    row.getInt("exhausted"),
                    row.getInt("canceled")),
            realm.id(),
            limit)
        .getFirst();
  }

  List<Endpoint> listEndpoints(Realm realm, int limit, int mostPending, Instant now) {
    return db.list(ENDPOINTS, WebhookHealthStore::read, realm.id(), limit, now, mostPending);
  }

  private static Endpoint read(ResultSet row) throws SQLException {
    return new Endpoint(
        new WebhookEndpointId(row.getObject("id", UUID.class)),
        row.getString("url"),
        State.of(row.getString("state")),
        Db.findInstant(row, "failing_since"),
        row.getInt("failures"),
        row.getInt("pending"),
        Db.findInstant(row, "oldest"));
  }
}
