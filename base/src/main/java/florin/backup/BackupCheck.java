package florin.backup;

import florin.backup.BackupArchive.LaidDown;
import florin.core.IoReason;
import florin.db.DatabaseUnavailableException;
import florin.db.Db;
import florin.db.StartFailure;
import florin.postgres.ClusterRestore;
import florin.postgres.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Verifies a backup. It restores it into a temporary folder, lets PostgreSQL recover it, and
 * compares the keys. It also reads every table to its end, which checks the checksum of each page.
 * Then it deletes everything.
 */
public final class BackupCheck {
  /**
   * The settings of the temporary server: it runs for minutes beside the main one, with little
   * memory and no crash safety.
   */
  private static final List<String> SETTINGS =
      List.of(
          "fsync=off",
          "shared_buffers=32MB",
          "max_connections=20",
          "autovacuum=off",
          "max_parallel_workers_per_gather=0",
          "enable_indexscan=off",
          "enable_indexonlyscan=off",
          "enable_bitmapscan=off");

  private BackupCheck() {}

  /**
   * The result of a verification.
   *
   * @param rows the rows of all tables
   */
  public record Checked(Instant moment, int tables, long rows) {}

  /**
   * Verifies a backup.
   *
   * @param scratch the temporary folder, which is created and then deleted; it needs as much space
   *     as the database
   * @param dataFolder the folder whose PostgreSQL programs are used
   * @throws BackupException if it can't be restored
   * @throws florin.vault.KeyringException if these are not its keys
   */
  public static Checked run(Path file, Path scratch, Path dataFolder, RestoreKeys keys) {
    try {
      Files.createDirectories(scratch);
      ClusterRestore cluster = ClusterRestore.begin(scratch.toRealPath());
      try {
        LaidDown laid = new BackupArchive(file).layDown(cluster, keys);
        return read(cluster.draft(), programs(dataFolder), laid);
      } finally {
        cluster.delete();
        Files.deleteIfExists(scratch);
      }
    } catch (IOException failed) {
      throw new BackupException(
          file + " failed its restore verification: " + IoReason.withFile(failed) + ".", failed);
    } catch (StartFailure | DatabaseUnavailableException | IllegalStateException failed) {
      throw new BackupException(
          file + " can't be started as a database: " + failed.getMessage(), failed);
    }
  }

  private static Path programs(Path dataFolder) throws IOException {
    return dataFolder.toRealPath().resolve("postgres");
  }

  private static Checked read(Path draft, Path programs, LaidDown laid) {
    try (EmbeddedPostgres postgres =
            EmbeddedPostgres.start(draft, Optional.of(programs), SETTINGS);
        var db = new Db(postgres.address())) {
      laid.keyring().requireMatch(BackupStore.describe(db, "").orElseThrow().keys());
      List<String> tables = BackupStore.listTables(db);
      long rows = tables.stream().mapToLong(table -> BackupStore.countRows(db, table)).sum();
      return new Checked(laid.moment(), tables.size(), rows);
    }
  }
}
