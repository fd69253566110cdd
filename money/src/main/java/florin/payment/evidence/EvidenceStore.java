package florin.payment.evidence;

import static florin.db.SqlType.INTEGER;
import static florin.db.SqlType.JSONB;
import static florin.db.SqlType.TIMESTAMPTZ;
import static florin.db.SqlType.UUID;

import florin.core.Id.DisputeFileId;
import florin.core.Id.DisputeId;
import florin.core.Realm;
import florin.db.Column;
import florin.db.Db;
import florin.db.RecordStatement;
import florin.db.SqlType;
import florin.db.Table;
import florin.db.Write;
import florin.http.Json;
import florin.payment.evidence.EvidenceFile.Kind;
import florin.payment.evidence.EvidenceFile.MediaType;
import florin.vault.FileSeal.SealedFile;
import florin.vault.SealedTextStore.SealedColumn;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Evidence and its files in PostgreSQL. */
public final class EvidenceStore {
  /** The keys of the files. */
  public static final SealedColumn SEALED =
      SealedColumn.ofRealms("files of evidence", "dispute_file", "id", "sealed_key");

  private static final Table<EvidenceDraft> TABLE = new Table<>("dispute_evidence", "e");

  private static final Column<EvidenceDraft, Realm> REALM =
      TABLE.column("realm_id", SqlType.REALM, EvidenceDraft::realm);
  private static final Column<EvidenceDraft, DisputeId> ID =
      TABLE.column("id", UUID.as(DisputeId::uuid, DisputeId::new), EvidenceDraft::dispute);
  private static final Column<EvidenceDraft, Integer> VERSION =
      TABLE.column("version", INTEGER, EvidenceDraft::version);
  private static final Column<EvidenceDraft, String> FIELDS =
      TABLE.column("fields", JSONB, draft -> Json.text(texts(draft.fields())));
  private static final Column<EvidenceDraft, Instant> UPDATED_AT =
      TABLE.column("updated_at", TIMESTAMPTZ, EvidenceDraft::updated);

  private static final RecordStatement<EvidenceDraft> INSERT =
      TABLE.insertOnceWithout("dispute_evidence.insert");

  private static final RecordStatement<EvidenceDraft> UPDATE =
      TABLE.update("dispute_evidence.update", FIELDS, UPDATED_AT);

  private static final String FIND =
      """
      SELECT *
        FROM dispute_evidence
       WHERE realm_id = ?
         AND id = ?
      """;

  /** The version guards a change of the files, as it does one of the texts. */
  private static final String BEGIN =
      """
      INSERT INTO dispute_evidence (realm_id, id, version, fields, updated_at)
      VALUES (?, ?, 1, '{}', ?)
          ON CONFLICT (realm_id, id) DO NOTHING
      """;

  private static final String RAISE =
      """
      UPDATE dispute_evidence
         SET version = version + 1,
             updated_at = ?
       WHERE realm_id = ?
         AND id = ?
         AND version = ?
      """;

  private static final String FILES =
      """
      SELECT id, dispute_id, kind, name, media_type, bytes, pages, created_at
        FROM dispute_file
       WHERE realm_id = ?
         AND dispute_id = ?
       ORDER BY kind
      """;

  private static final String FIND_FILE =
      """
      SELECT id, dispute_id, kind, name, media_type, bytes, pages, created_at
        FROM dispute_file
       WHERE realm_id = ?
         AND id = ?
      """;

  private static final String CONTENT =
      """
      SELECT sealed_key, content
        FROM dispute_file
       WHERE realm_id = ?
         AND id = ?
      """;

  private static final String DELETE_KIND =
      """
      DELETE FROM dispute_file
       WHERE realm_id = ?
         AND dispute_id = ?
         AND kind = ?
      """;

  private static final String INSERT_FILE =
      """
      INSERT INTO dispute_file (realm_id, id, dispute_id, kind, name, media_type, bytes, pages, sealed_key, content, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  private final Db db;

  public EvidenceStore(Db db) {
    this.db = db;
  }

  /** Returns the write of a version, which requires that the one before is there. */
  static Write write(EvidenceDraft draft) {
    return draft.version() == 1 ? INSERT.row(draft) : UPDATE.row(draft);
  }

  Optional<EvidenceDraft> find(Realm realm, DisputeId dispute) {
    return db.findOne(FIND, EvidenceStore::read, realm.id(), dispute.uuid());
  }

  /** Returns the files of a dispute, at most one of each kind. */
  List<EvidenceFile> listFiles(Realm realm, DisputeId dispute) {
    return db.list(FILES, EvidenceStore::readFile, realm.id(), dispute.uuid());
  }

  Optional<EvidenceFile> findFile(Realm realm, DisputeFileId id) {
    return db.findOne(FIND_FILE, EvidenceStore::readFile, realm.id(), id.uuid());
  }

  /** Returns a file's content, encrypted. */
  Optional<SealedFile> findContent(Realm realm, DisputeFileId id) {
    return db.findOne(
        CONTENT,
        row -> new SealedFile(row.getString("sealed_key"), row.getBytes("content")),
        realm.id(),
        id.uuid());
  }

  /**
   * Stores a file in place of another of its kind. Returns false if the evidence has changed since
   * it was read.
   *
   * @param next the version with the file
   */
  boolean putFile(EvidenceDraft next, EvidenceFile file, SealedFile sealed, Db.Work<?> audit) {
    return change(
        next,
        file.kind(),
        connection -> {
          Db.update(
              connection,
              INSERT_FILE,
              next.realm().id(),
              file.id().uuid(),
              file.dispute().uuid(),
              file.kind().text(),
              file.name(),
              file.mediaType().text(),
              file.bytes(),
              file.pages(),
              sealed.key(),
              sealed.content(),
              file.created());
          return audit.run(connection);
        });
  }

  /** Deletes a file. Returns false if the evidence has changed since it was read. */
  boolean deleteFile(EvidenceDraft next, Kind kind, Db.Work<?> audit) {
    return change(next, kind, audit);
  }

  private boolean change(EvidenceDraft next, Kind kind, Db.Work<?> also) {
    return db.transaction(connection -> {
      boolean isOurs = raise(connection, next) == 1;
      if (isOurs) {
        Db.update(connection, DELETE_KIND, next.realm().id(), next.dispute().uuid(), kind.text());
        also.run(connection);
      }
      return isOurs;
    });
  }

  private static int raise(Connection connection, EvidenceDraft next) throws SQLException {
    long realm = next.realm().id();
    return next.version() == 1
        ? Db.update(connection, BEGIN, realm, next.dispute().uuid(), next.updated())
        : Db.update(
            connection, RAISE, next.updated(), realm, next.dispute().uuid(), next.version() - 1);
  }

  private static Map<String, String> texts(Map<EvidenceField, String> fields) {
    return fields.entrySet().stream()
        .collect(Collectors.toMap(field -> field.getKey().text(), Map.Entry::getValue));
  }

  private static EvidenceDraft read(ResultSet row) throws SQLException {
    var fields = new EnumMap<EvidenceField, String>(EvidenceField.class);
    Json.readStrings(FIELDS.of(row))
        .forEach(
            (name, text) -> EvidenceField.find(name).ifPresent(field -> fields.put(field, text)));
    return new EvidenceDraft(
        REALM.of(row), ID.of(row), VERSION.of(row), fields, UPDATED_AT.of(row));
  }

  private static EvidenceFile readFile(ResultSet row) throws SQLException {
    return new EvidenceFile(
        new DisputeFileId(row.getObject("id", java.util.UUID.class)),
        new DisputeId(row.getObject("dispute_id", java.util.UUID.class)),
        Kind.of(row.getString("kind")),
        row.getString("name"),
        MediaType.of(row.getString("media_type")),
        row.getInt("bytes"),
        row.getInt("pages"),
        row.getTimestamp("created_at").toInstant());
  }
}
