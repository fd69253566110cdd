package florin.backup;

import florin.core.IoReason;
import florin.db.Migrations;
import florin.postgres.ClusterRestore;
import florin.vault.Keyring;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/** A backup that is being read. */
record BackupArchive(Path file) {
  /**
   * The encryption keys, encrypted with a passphrase: the second file of the archive, if included.
   */
  static final String KEYS = "florin-backup-keys";

  private static final int BUFFER = 1 << 16;
  private static final int MOST_KEY_BYTES = 256 * 1024;

  /**
   * The restored files.
   *
   * @param moment they contain everything committed until then
   * @param keyring the keys that they need
   */
  record LaidDown(Instant moment, Keyring keyring) {}

  void requireReadable() throws IOException {
    if (!Files.isReadable(file)) {
      throw new NoSuchFileException(file.toString());
    }
  }

  /**
   * Extracts the backup.
   *
   * @throws BackupException if it is truncated, no backup of Florin, or from another version whose
   *     schema this version can't read
   * @throws florin.vault.KeyringException if these are not its keys
   */
  LaidDown layDown(ClusterRestore cluster, RestoreKeys keys) {
    try (var archive =
        new TarArchiveInputStream(
            new GzipCompressorInputStream(
                new BufferedInputStream(Files.newInputStream(file), BUFFER)))) {
      BackupManifest manifest = manifest(archive);
      if (Migrations.isFromBefore(manifest.schema())) {
        throw new IOException(
            "it is from before the first release: restore it with the build that created it");
      }
      if (!Migrations.knows(manifest.schema())) {
        throw new IOException(
            "it was created by a newer version of Florin: restore it with that version");
      }
      TarArchiveEntry next = archive.getNextEntry();
      Optional<String> sealed = Optional.empty();
      if (next != null && next.getName().equals(KEYS)) {
        sealed =
            Optional.of(new String(archive.readNBytes(MOST_KEY_BYTES), StandardCharsets.UTF_8));
        next = archive.getNextEntry();
      }
      Keyring keyring = keys.open(sealed, file);
      keyring.requireMatch(manifest.keys());
      return new LaidDown(layDown(cluster, archive, Optional.ofNullable(next)), keyring);
    } catch (IOException | IllegalArgumentException torn) {
      throw new BackupException(file + " can't be restored: " + reason(torn) + ".", torn);
    }
  }

  private static String reason(Exception torn) {
    return switch (torn) {
      case EOFException _, IllegalArgumentException _ ->
          "it is truncated or damaged: copy it again";
      case IOException other -> IoReason.withFile(other);
      default -> torn.toString();
    };
  }

  private static BackupManifest manifest(TarArchiveInputStream archive) throws IOException {
    TarArchiveEntry first = archive.getNextEntry();
    if (first == null || !first.getName().equals(BackupManifest.FILE)) {
      throw new IOException("it is not a Florin backup");
    }
    return BackupManifest.parse(archive);
  }

  /** Extracts all files up to the end, where the archive's checksum is. */
  private static Instant layDown(
      ClusterRestore cluster, TarArchiveInputStream archive, Optional<TarArchiveEntry> first)
      throws IOException {
    Map<String, String> end = Map.of();
    for (Optional<TarArchiveEntry> entry = first;
        entry.isPresent();
        entry = Optional.ofNullable(archive.getNextEntry())) {
      if (entry.get().getName().equals(BackupManifest.END)) {
        end = BackupManifest.values(archive);
      } else {
        cluster.add(entry.get(), archive);
      }
    }
    try {
      return Instant.parse(BackupManifest.value(end, "moment"));
    } catch (DateTimeException malformed) {
      throw new IOException("its end is malformed", malformed);
    }
  }
}
