package florin.books;

import florin.books.SettlementStore.Companion;
import florin.core.Id.SettlementId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.Db;
import florin.db.ListQuery;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Imported settlement files, in PostgreSQL. */
public final class SettlementFileStore {
  private static final String INSERT =
      """
      INSERT INTO settlement (realm_id, id, connector, format, file_name, sha256, lines, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """;

  private static final String SELECT = "SELECT * FROM settlement";

  private static final String FIND = SELECT + " WHERE realm_id = ? AND id = ?";

  private static final String FIND_CONTENT =
      SELECT + " WHERE realm_id = ? AND connector = ? AND sha256 = ?";

  private final Db db;

  /** An imported file, without its content. */
  public record SettlementFile(
      Realm realm,
      SettlementId id,
      String connector,
      String format,
      Optional<String> name,
      int lines,
      Instant created) {
    private static SettlementFile read(ResultSet row) throws SQLException {
      return new SettlementFile(
          new Realm(row.getLong("realm_id")),
          new SettlementId(row.getObject("id", UUID.class)),
          row.getString("connector"),
          row.getString("format"),
          Optional.ofNullable(row.getString("file_name")),
          row.getInt("lines"),
          Db.getInstant(row, "created_at"));
    }
  }

  public SettlementFileStore(Db db) {
    this.db = db;
  }

  /** Returns what adds the file, in the transaction that adds its lines. */
  static Companion adding(SettlementFile file, byte[] sha256) {
    return (connection, _) ->
        Db.update(
            connection,
            INSERT,
            file.realm().id(),
            file.id().uuid(),
            file.connector(),
            file.format(),
            file.name().orElse(null),
            sha256,
            file.lines(),
            file.created());
  }

  Optional<SettlementFile> find(Realm realm, SettlementId id) {
    return db.findOne(FIND, SettlementFile::read, realm.id(), id.uuid());
  }

  /** Returns the file with the same content that was imported for the connector. */
  Optional<SettlementFile> find(Realm realm, String connector, byte[] sha256) {
    return db.findOne(FIND_CONTENT, SettlementFile::read, realm.id(), connector, sha256);
  }

  Page<SettlementFile> list(Realm realm, PageRequest page) {
    return new ListQuery(SELECT, realm).page(db, page, SettlementFile::read);
  }
}
