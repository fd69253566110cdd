package florin.webhook;

import florin.core.Id.WebhookEndpointId;
import florin.core.Realm;
import florin.db.Db;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The failing endpoints of all realms, in PostgreSQL. */
public final class FailingEndpointStore {
  /** Finds failing endpoints, which are few. An endpoint that the merchant disabled is intended. */
  private static final String LIST =
      """
      SELECT realm_id, id, status = 'disabled' AS is_disabled
        FROM webhook_endpoint
       WHERE status = 'enabled' AND failing_since < ? AND failures >= ?
          OR disabled_reason IN ('failing', 'gone')
       ORDER BY id DESC
       LIMIT ?
      """;

  private static final String URL =
      """
      SELECT url
        FROM webhook_endpoint
       WHERE realm_id = ?
         AND id = ?
      """;

  private final Db db;

  public FailingEndpointStore(Db db) {
    this.db = db;
  }

  public record FailingEndpoint(Realm realm, WebhookEndpointId id, boolean isDisabled) {
    private static FailingEndpoint read(ResultSet row) throws SQLException {
      return new FailingEndpoint(
          new Realm(row.getLong("realm_id")),
          new WebhookEndpointId(row.getObject("id", UUID.class)),
          row.getBoolean("is_disabled"));
    }
  }

  /**
   * Returns endpoints that Florin has disabled, and those that have failed since before a time.
   *
   * @param failures the least number of failures
   */
  public List<FailingEndpoint> list(Instant since, int failures, int most) {
    return db.list(LIST, FailingEndpoint::read, since, failures, most);
  }

  /** Returns an endpoint's URL; empty if it was deleted. */
  public Optional<String> findUrl(Realm realm, WebhookEndpointId id) {
    return db.findOne(URL, row -> row.getString("url"), realm.id(), id.uuid());
  }
}
