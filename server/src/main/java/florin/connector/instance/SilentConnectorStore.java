package florin.connector.instance;

import florin.core.Id.ConnectorId;
import florin.core.Realm;
import florin.db.Db;
import florin.db.IdTime;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** The connectors of all realms whose provider sends no webhooks, in PostgreSQL. */
public final class SilentConnectorStore {
  /** Finds silent connectors; the ids of attempts are in the order of time. */
  private static final String LIST =
      """
      SELECT c.realm_id, c.id
        FROM connector c
       WHERE c.status = 'enabled'
         AND c.created_at < ?
         AND EXISTS (
             SELECT
               FROM connector_exchange e
              WHERE e.realm_id = c.realm_id
                AND e.attempt_id > ?
                AND e.attempt_id < ?
                AND e.connector_id = c.id)
         AND NOT EXISTS (
             SELECT
               FROM provider_webhook n
              WHERE n.received_at > ?
                AND n.realm_id = c.realm_id
                AND n.connector_id = c.id)
       LIMIT ?
      """;

  private final Db db;

  public SilentConnectorStore(Db db) {
    this.db = db;
  }

  public record SilentConnector(Realm realm, ConnectorId id) {
    private static SilentConnector read(ResultSet row) throws SQLException {
      return new SilentConnector(
          new Realm(row.getLong("realm_id")), new ConnectorId(row.getObject("id", UUID.class)));
    }
  }

  /** Returns connectors with a request between these times and no provider webhook since. */
  public List<SilentConnector> list(Instant from, Instant to, int most) {
    return db.list(
        LIST, SilentConnector::read, from, IdTime.lowest(from), IdTime.lowest(to), from, most);
  }
}
