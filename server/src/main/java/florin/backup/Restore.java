package florin.backup;

import florin.core.IoReason;
import florin.db.Db;
import florin.db.Migrations;
import florin.postgres.ClusterRestore;
import florin.postgres.EmbeddedPostgres;
import florin.postgres.FolderLock;
import florin.vault.Keyring;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/**
 * Makes a data folder of a backup: lays the files down, has PostgreSQL recover them, looks whether
 * this Florin can work with what comes up, and leaves a mark by which the next start asks the
 * providers what they have that is lost here. Until all of that is done the folder has no database.
 */
public final class Restore {
  /** What a folder may have in which there is no Florin yet. */
  private static final Set<String> NO_MATTER = Set.of("keys", "lock", "lost+found");

  private static final int BUFFER = 1 << 16;

  private final Path file;
  private final Path dataFolder;
  private final Keyring keyring;

  private Restore(Path file, Path dataFolder, Keyring keyring) {
    this.file = file;
    this.dataFolder = dataFolder;
    this.keyring = keyring;
  }

  /**
   * @param dataFolder is not there yet, or has nothing in it but the keys
   * @return the moment of the backup: what was done after it is lost
   * @throws BackupException when it is not restored; there is no database in the folder then
   * @throws florin.vault.KeyringException when these are not the keys of this backup
   */
  public static Instant run(Path file, Path dataFolder, Keyring keyring) {
    try {
      requireEmpty(dataFolder);
      requireFile(file);
      Files.createDirectories(dataFolder);
      Path real = dataFolder.toRealPath();
      try (FolderLock _ = FolderLock.take(real)) {
        return new Restore(file, real, keyring).run();
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

  private static void requireFile(Path file) throws IOException {
    if (!Files.isReadable(file)) {
      throw new NoSuchFileException(file.toString());
    }
  }

  private Instant run() throws IOException {
    ClusterRestore cluster = ClusterRestore.begin(dataFolder);
    try {
      Instant moment = layDown(cluster);
      tryOut(cluster.draft(), moment);
      cluster.complete();
      return moment;
    } finally {
      cluster.delete();
    }
  }

  private Instant layDown(ClusterRestore cluster) {
    try (var archive =
        new TarArchiveInputStream(
            new GzipCompressorInputStream(
                new BufferedInputStream(Files.newInputStream(file), BUFFER)))) {
      BackupManifest manifest = manifest(archive);
      if (!Migrations.knows(manifest.schema())) {
        throw new IOException("it was made by a later Florin: restore it with that one");
      }
      keyring.requireMatch(manifest.keys());
      return layDown(cluster, archive);
    } catch (IOException | IllegalArgumentException torn) {
      throw new BackupException(file + " cannot be restored: " + reason(torn) + ".", torn);
    }
  }

  private static String reason(Exception torn) {
    return switch (torn) {
      case EOFException _, IllegalArgumentException _ -> "it is torn or damaged: copy it again";
      case IOException other -> IoReason.withFile(other);
      default -> torn.toString();
    };
  }

  private static BackupManifest manifest(TarArchiveInputStream archive) throws IOException {
    TarArchiveEntry first = archive.getNextEntry();
    if (first == null || !first.getName().equals(BackupManifest.FILE)) {
      throw new IOException("it is no backup of Florin's");
    }
    return BackupManifest.parse(archive);
  }

  /** To the very end, where the archive's check sum stands. */
  private static Instant layDown(ClusterRestore cluster, TarArchiveInputStream archive)
      throws IOException {
    Map<String, String> end = Map.of();
    for (TarArchiveEntry entry = archive.getNextEntry();
        entry != null;
        entry = archive.getNextEntry()) {
      if (entry.getName().equals(BackupManifest.END)) {
        end = BackupManifest.values(archive);
      } else {
        cluster.add(entry, archive);
      }
    }
    try {
      return Instant.parse(BackupManifest.value(end, "moment"));
    } catch (DateTimeException malformed) {
      throw new IOException("its end is malformed", malformed);
    }
  }

  /** PostgreSQL stops with a checkpoint, so that all of it is on the disk then. */
  private void tryOut(Path draft, Instant moment) {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(draft)) {
      Migrations.run(postgres.address());
      try (var db = new Db(postgres.address())) {
        keyring.requireMatch(BackupStore.describe(db, "").orElseThrow().keys());
        BackupStore.mark(db, moment);
      }
    }
  }
}
