package florin.backup;

import florin.backup.BackupArchive.LaidDown;
import florin.core.IoReason;
import florin.db.Db;
import florin.db.Migrations;
import florin.postgres.ClusterRestore;
import florin.postgres.EmbeddedPostgres;
import florin.postgres.FolderLock;
import florin.vault.Keyring;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Creates a data folder from a backup. It extracts the files, lets PostgreSQL recover them, and
 * checks that this version supports the result. It then leaves a mark: the next start asks the
 * providers for operations that are lost here. Until all that is done, the folder has no database.
 */
public final class Restore {
  /** The files that a data folder may contain before Florin's first start. */
  private static final Set<String> NO_MATTER = Set.of("keys", "lock", "lost+found");

  private Restore() {}

  /**
   * A restored data folder.
   *
   * @param moment the time of the backup: everything after it is lost
   * @param keyring the keys with which it was restored
   */
  public record RestoredFolder(Instant moment, Keyring keyring) {}

  /**
   * Restores a backup.
   *
   * @param dataFolder does not exist yet, or has only the keys
   * @throws BackupException if it fails; then the folder has no database
   * @throws florin.vault.KeyringException if these are not the keys of this backup
   */
  public static RestoredFolder run(Path file, Path dataFolder, RestoreKeys keys) {
    try {
      requireEmpty(dataFolder);
      var archive = new BackupArchive(file);
      archive.requireReadable();
      Files.createDirectories(dataFolder);
      Path real = dataFolder.toRealPath();
      try (FolderLock _ = FolderLock.take(real)) {
        return run(archive, real, keys);
      }
    } catch (IOException failed) {
      throw new BackupException(
          "Florin can't restore into " + dataFolder + ": " + IoReason.withFile(failed) + ".",
          failed);
    }
  }

  private static void requireEmpty(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      List<String> names =
          files
              .map(path -> String.valueOf(path.getFileName()))
              .filter(name -> !NO_MATTER.contains(name) && !ClusterRestore.isDraft(name))
              .toList();
      if (!names.isEmpty()) {
        throw new BackupException(
            "The folder "
                + folder
                + " is not empty. Set an empty or new folder with --data; nothing was changed.");
      }
    }
  }

  private static RestoredFolder run(BackupArchive archive, Path dataFolder, RestoreKeys keys)
      throws IOException {
    ClusterRestore cluster = ClusterRestore.begin(dataFolder);
    try {
      LaidDown laid = archive.layDown(cluster, keys);
      tryOut(cluster.draft(), laid);
      cluster.complete();
      return new RestoredFolder(laid.moment(), laid.keyring());
    } finally {
      cluster.delete();
    }
  }

  /**
   * Starts the restored server once. PostgreSQL stops with a checkpoint, so everything is then on
   * the disk.
   */
  private static void tryOut(Path draft, LaidDown laid) {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(draft)) {
      Migrations.run(postgres.address());
      try (var db = new Db(postgres.address())) {
        laid.keyring().requireMatch(BackupStore.describe(db, "").orElseThrow().keys());
        BackupStore.mark(db, laid.moment());
      }
    }
  }
}
