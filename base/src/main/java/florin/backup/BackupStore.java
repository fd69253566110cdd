package florin.backup;

import florin.db.Db;
import florin.vault.KeyringStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The queries of backups, and the mark that a restore leaves in the database. */
final class BackupStore {
  /** Checks both tables, because the first start creates one before the other. */
  private static final String HAS_SCHEMA =
      """
      SELECT to_regclass('flyway_schema_history') IS NOT NULL
             AND to_regclass('installation') IS NOT NULL AS has_schema
      """;

  private static final String DESCRIBE =
      """
      SELECT (SELECT system_identifier::text FROM pg_control_system()) AS system,
             (SELECT max(version::int) FROM flyway_schema_history) AS schema,
             now() AS now
      """;

  private static final String TABLES =
      """
      SELECT format('%I.%I', schemaname, tablename) AS name
        FROM pg_tables
       WHERE schemaname = 'public'
       ORDER BY name
      """;

  private static final String MARK =
      """
      INSERT INTO restore (backup_at, restored_at)
      VALUES (?, now())
      """;

  private BackupStore() {}

  /**
   * Returns the manifest; empty while the first start has not created the schema, and there is
   * nothing to lose yet.
   */
  static Optional<BackupManifest> describe(Db db, String florin) {
    boolean hasSchema = db.findOne(HAS_SCHEMA, row -> row.getBoolean("has_schema")).orElseThrow();
    Optional<String> keys = hasSchema ? KeyringStore.findCheck(db) : Optional.empty();
    return keys.flatMap(check ->
        db.findOne(
            DESCRIBE,
            row ->
                new BackupManifest(
                    florin,
                    Db.getInstant(row, "now").toString(),
                    row.getString("system"),
                    row.getInt("schema"),
                    check)));
  }

  /** Returns the tables, with names quoted for SQL. */
  static List<String> listTables(Db db) {
    return db.list(TABLES, row -> row.getString("name"));
  }

  /** Reads the table to its end, on a server that may not use indexes. */
  static long countRows(Db db, String table) {
    return db.findOne("SELECT count(*) AS rows FROM " + table, row -> row.getLong("rows"))
        .orElseThrow();
  }

  /**
   * Marks a restored database.
   *
   * @param moment everything after it is lost
   */
  static void mark(Db db, Instant moment) {
    db.update(MARK, moment);
  }
}
