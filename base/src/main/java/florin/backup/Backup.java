package florin.backup;

import florin.core.IoReason;
import florin.db.Db;
import florin.db.PostgresAddress;
import florin.postgres.BaseBackup;
import florin.vault.Keyring;
import florin.vault.Passphrase;
import florin.vault.SealedKeyring;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.zip.Deflater;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;

/**
 * Creates a backup of a running embedded database: one file, a compressed tar. It excludes the
 * encryption keys, or includes them encrypted with a passphrase. It is written under another name,
 * and renamed when it is complete and on the disk.
 */
public final class Backup {
  private static final int BUFFER = 1 << 16;

  /**
   * A finished backup.
   *
   * @param moment it contains everything committed until then
   */
  public record BackupFile(Path file, long bytes, Instant moment) {}

  /** The encryption keys that a backup includes, encrypted with a passphrase. */
  public record BackupKeys(Path keysFile, Path passphraseFile, SecureRandom random) {
    /**
     * Encrypts the keys.
     *
     * @param check the check values of the keys that the database needs
     */
    String seal(String check) {
      Keyring keyring = Keyring.load(keysFile);
      keyring.requireMatch(check);
      return SealedKeyring.seal(keyring, Passphrase.read(passphraseFile), random);
    }
  }

  private Backup() {}

  /**
   * Creates a backup.
   *
   * @param database the server of that data folder, which may be in use
   * @param target a folder, or a file that does not exist yet
   * @param florin the version of this program
   * @param keys the keys to include, encrypted; empty to exclude them
   * @throws BackupException if it fails; then no file is left
   */
  public static BackupFile make(
      Path dataFolder,
      PostgresAddress database,
      Path target,
      String florin,
      Optional<BackupKeys> keys) {
    BackupManifest manifest = describe(dataFolder, database, florin);
    Path file = (Files.isDirectory(target) ? target.resolve(name(manifest)) : target);
    requirePlace(dataFolder, file.toAbsolutePath().normalize());
    Path draft = file.resolveSibling(file.getFileName() + ".draft");
    try {
      Optional<String> sealed = keys.map(known -> known.seal(manifest.keys()));
      Instant moment = write(dataFolder, database, manifest, sealed, draft);
      if (sealed.isPresent()) {
        requireSameKeys(database, manifest, draft);
      }
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
      sync(file.toAbsolutePath().resolveSibling(""), StandardOpenOption.READ);
      return new BackupFile(file, Files.size(file), moment);
    } catch (IOException failed) {
      throw new BackupException(
          "No backup was created at " + file + ": " + IoReason.withFile(failed) + ".", failed);
    }
  }

  private static BackupManifest describe(Path dataFolder, PostgresAddress database, String florin) {
    try (var db = new Db(database)) {
      return BackupStore.describe(db, florin)
          .orElseThrow(() ->
              new BackupException(
                  "Florin is still starting for the first time, and its database at "
                      + dataFolder.toAbsolutePath().normalize()
                      + " has no tables yet. Try again when it says that it is ready."));
    }
  }

  /**
   * Checks that the keys did not change: data written at the end may need a key that did not exist
   * at the beginning.
   */
  private static void requireSameKeys(PostgresAddress database, BackupManifest manifest, Path draft)
      throws IOException {
    try (var db = new Db(database)) {
      if (!BackupStore.describe(db, "").orElseThrow().keys().equals(manifest.keys())) {
        Files.deleteIfExists(draft);
        throw new BackupException(
            "The encryption keys were rotated during the backup, so its keys may not match. Run the backup again.");
      }
    }
  }

  private static String name(BackupManifest manifest) {
    return "florin-" + manifest.begun().replaceAll("\\.\\d+|[-:]", "") + ".tar.gz";
  }

  private static void requirePlace(Path dataFolder, Path file) {
    if (Files.exists(file)) {
      throw new BackupException(
          "There is a file at "
              + file
              + " already. Choose another file, or a folder; nothing was written.");
    }
    Path database = dataFolder.toAbsolutePath().normalize().resolve("postgres");
    if (file.startsWith(database)) {
      throw new BackupException(
          "A backup does not belong into " + database + ": choose a folder on another disk.");
    }
  }

  /** Writes the complete draft, or leaves none. */
  private static Instant write(
      Path dataFolder,
      PostgresAddress database,
      BackupManifest manifest,
      Optional<String> keys,
      Path draft)
      throws IOException {
    Files.deleteIfExists(draft);
    draft.toFile().deleteOnExit(); // even if the command is interrupted
    Files.createFile(
        draft, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    boolean whole = false;
    try {
      Instant moment;
      try (var archive = open(draft)) {
        add(archive, BackupManifest.FILE, manifest.text());
        if (keys.isPresent()) {
          add(archive, BackupArchive.KEYS, keys.get());
        }
        moment = BaseBackup.write(dataFolder, database, archive);
        add(archive, BackupManifest.END, end(moment));
        archive.finish();
      }
      sync(draft, StandardOpenOption.WRITE);
      whole = true;
      return moment;
    } finally {
      if (!whole) {
        Files.deleteIfExists(draft);
      }
    }
  }

  private static String end(Instant moment) {
    var values = new LinkedHashMap<String, String>();
    values.put("moment", moment.toString());
    return BackupManifest.text(values);
  }

  /** Opens the archive with fast compression, because payments continue meanwhile. */
  private static TarArchiveOutputStream open(Path draft) throws IOException {
    var parameters = new GzipParameters();
    parameters.setCompressionLevel(Deflater.BEST_SPEED);
    parameters.setBufferSize(BUFFER);
    var archive =
        new TarArchiveOutputStream(
            new GzipCompressorOutputStream(Files.newOutputStream(draft), parameters));
    archive.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
    archive.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
    return archive;
  }

  private static void add(TarArchiveOutputStream archive, String name, String text)
      throws IOException {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    var entry = new TarArchiveEntry(name);
    entry.setSize(content.length);
    archive.putArchiveEntry(entry);
    archive.write(content);
    archive.closeArchiveEntry();
  }

  private static void sync(Path path, StandardOpenOption how) throws IOException {
    try (var channel = FileChannel.open(path, how)) {
      channel.force(true);
    }
  }
}
