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
 * Makes a data folder of a backup: lays the files down, has PostgreSQL recover them, looks whether
 * this Florin can work with what comes up, and leaves a mark by which the next start asks the
 * providers what they have that is lost here. Until all of that is done the folder has no database.
 */
public final class Restore {
  /** What a folder may have in which there is no Florin yet. */
  private static final Set<String> NO_MATTER = Set.of("keys", "lock", "lost+found");

  private Restore() {}

  /**
   * A data folder that was restored.
   *
   * @param moment of the backup: what was done after it is lost
   * @param keyring the keys that it was restored with
   */
  public record RestoredFolder(Instant moment, Keyring keyring) {}

  /**
   * @param dataFolder is not there yet, or has nothing in it but the keys
   * @throws BackupException when it is not restored; there is no database in the folder then
   * @throws florin.vault.KeyringException when these are not the keys of this backup
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
          "Cannot restore into " + dataFolder + ": " + IoReason.withFile(failed) + ".", failed);
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
                + " is not empty. A backup is restored into a folder of its own: name one that is empty, or not there yet, with --data.");
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

  /** PostgreSQL stops with a checkpoint, so that all of it is on the disk then. */
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
