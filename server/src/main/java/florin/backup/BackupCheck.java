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
 * Tries a backup out: it is restored into a folder of its own, PostgreSQL recovers it, the keys are
 * held against it, and every table is read to its end, which looks at the check sum of each of its
 * pages. Then all of it is deleted again.
 */
public final class BackupCheck {
  /** Beside the server that is at work, and for minutes: little memory, and no care for a crash. */
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
   * What was found in a backup.
   *
   * @param rows of all tables
   */
  public record Checked(Instant moment, int tables, long rows) {}

  /**
   * @param scratch a folder for it, which is made, and deleted at the end; it takes as much room as
   *     the database
   * @param dataFolder whose programs of PostgreSQL are used
   * @throws BackupException when it cannot be restored
   * @throws florin.vault.KeyringException when these are not its keys
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
          file + " could not be tried out: " + IoReason.withFile(failed) + ".", failed);
    } catch (StartFailure | DatabaseUnavailableException | IllegalStateException failed) {
      throw new BackupException(
          file + " does not come up as a database: " + failed.getMessage(), failed);
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
