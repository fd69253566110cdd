package florin.connector.instance;

import florin.account.AccountStore;
import florin.connector.instance.Instance.Status;
import florin.core.Id.ConnectorId;
import florin.core.Realm;
import florin.db.Db;
import florin.http.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Connectors in PostgreSQL. Whoever writes one raises the epoch, so that every node reads them
 * anew.
 */
public final class InstanceStore {
  private static final String INSERT =
      """
      INSERT INTO connector (realm_id, id, version, kind, name, live, status, settings, secret_sealed, notice_token, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?)
      """;

  private static final String UPDATE =
      """
      UPDATE connector
         SET version = ?,
             name = ?,
             status = ?,
             settings = ?::jsonb,
             secret_sealed = ?
       WHERE realm_id = ?
         AND id = ?
         AND version = ? - 1
      """;

  /** The oldest first: the first one that is enabled is where payments go. */
  private static final String LIST =
      """
      SELECT *
        FROM connector
       ORDER BY realm_id, id
       LIMIT ?
      """;

  private final Db db;
  private final AccountStore accounts;

  public InstanceStore(Db db, AccountStore accounts) {
    this.db = db;
    this.accounts = accounts;
  }

  public void insert(Instance it) {
    db.transaction(connection -> {
      Db.update(
          connection,
          INSERT,
          it.realm().id(),
          it.id().uuid(),
          it.version(),
          it.provider().kind(),
          it.provider().name(),
          it.realm().isLive(),
          it.status().text(),
          Json.text(it.provider().settings()),
          it.sealed(),
          it.noticeToken(),
          it.created());
      accounts.raiseEpoch(connection);
      return it;
    });
  }

  /** False when somebody else was faster. */
  public boolean update(Instance it) {
    return db.transaction(connection -> {
      int updated =
          Db.update(
              connection,
              UPDATE,
              it.version(),
              it.provider().name(),
              it.status().text(),
              Json.text(it.provider().settings()),
              it.sealed(),
              it.realm().id(),
              it.id().uuid(),
              it.version());
      accounts.raiseEpoch(connection);
      return updated == 1;
    });
  }

  /** Of all realms, in their order. */
  List<Instance> list(int most) {
    return db.list(LIST, InstanceStore::read, most);
  }

  private static Instance read(ResultSet row) throws SQLException {
    return new Instance(
        new Realm(row.getLong("realm_id")),
        new ConnectorId(row.getObject("id", UUID.class)),
        row.getInt("version"),
        new Instance.Provider(
            row.getString("kind"),
            row.getString("name"),
            Json.readStrings(row.getString("settings"))),
        Status.of(row.getString("status")),
        Optional.ofNullable(row.getString("secret_sealed")),
        row.getString("notice_token"),
        Db.getInstant(row, "created_at"));
  }
}
