package florin.backup;

import florin.db.Db;
import java.time.Instant;

/** What a backup says of a database, and what a restore leaves in it. */
final class BackupStore {
  private static final String DESCRIBE =
      """
      SELECT (SELECT system_identifier::text FROM pg_control_system()) AS system,
             (SELECT max(version::int) FROM flyway_schema_history) AS schema,
             (SELECT keyring_check FROM installation) AS keys,
             now() AS now
      """;

  private static final String MARK =
      """
      INSERT INTO restore (backup_at, restored_at)
      VALUES (?, now())
      """;

  private BackupStore() {}

  static BackupManifest describe(Db db, String florin) {
    return db.findOne(
            DESCRIBE,
            row ->
                new BackupManifest(
                    florin,
                    Db.getInstant(row, "now").toString(),
                    row.getString("system"),
                    row.getInt("schema"),
                    row.getString("keys")))
        .orElseThrow();
  }

  /**
   * @param moment what was done after it is lost
   */
  static void mark(Db db, Instant moment) {
    db.update(MARK, moment);
  }
}
