package florin.postgres;

import florin.core.IoReason;
import florin.db.StartFailure;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Set;
import java.util.zip.ZipEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * PostgreSQL's programs (`initdb`, `postgres`, `pg_ctl`) from the archive on the class path. They
 * are unpacked once per content, into `bin-` with the archive's checksum and size. So a new Florin
 * never runs an old program, and a running old one is never overwritten.
 */
final class PostgresBinaries {
  private static final Set<PosixFilePermission> FOR_ALL =
      PosixFilePermissions.fromString("rwxr-xr-x");
  private static final Set<PosixFilePermission> READABLE =
      PosixFilePermissions.fromString("rw-r--r--");
  private static final int OWNER_MAY_EXECUTE = 0100;

  private PostgresBinaries() {}

  /**
   * Returns the folder with `bin`, `lib` and `share`, unpacked below `cache` if it does not exist
   * yet.
   *
   * @throws StartFailure if Florin has no PostgreSQL for this operating system and processor
   */
  static Path unpack(Path cache) {
    var archive = archive(System.getProperty("os.name"), System.getProperty("os.arch"));
    try {
      var home = cache.resolve("bin-" + checksum(archive));
      if (!Files.isDirectory(home)) {
        unpack(archive, home);
      }
      return home;
    } catch (IOException e) {
      throw new StartFailure(
          "Florin can't unpack PostgreSQL's programs into "
              + cache
              + ": "
              + IoReason.withFile(e)
              + ".",
          e);
    }
  }

  static URL archive(String os, String processor) {
    var name =
        switch (processor.toLowerCase(Locale.ROOT)) {
          case "amd64", "x86_64" -> "/postgres-linux-x86_64.txz";
          case "aarch64", "arm64" -> "/postgres-linux-arm_64.txz";
          default -> "";
        };
    var archive =
        os.equals("Linux") && !name.isEmpty() ? PostgresBinaries.class.getResource(name) : null;
    if (archive == null) {
      throw new StartFailure(
          "Florin has no embedded PostgreSQL for "
              + os
              + " on "
              + processor
              + ". Set FLORIN_DATABASE_URL to your own PostgreSQL (version 15 or later), for example postgres://florin:PASSWORD@127.0.0.1:5432/florin");
    }
    return archive;
  }

  /**
   * Returns the checksum from the jar's directory: reading the archive again would delay every
   * start by a tenth of a second.
   */
  private static String checksum(URL archive) throws IOException {
    var jar = (JarURLConnection) archive.openConnection();
    ZipEntry entry = jar.getJarEntry();
    return "%08x-%x".formatted(entry.getCrc(), entry.getSize());
  }

  /**
   * Unpacks under another name and renames at the end: a folder with the final name is complete.
   */
  private static void unpack(URL archive, Path home) throws IOException {
    Files.createDirectories(home.resolveSibling(""));
    var draft =
        home.resolveSibling(
            home.getFileName()
                + ".draft-"
                + ProcessHandle.current().pid()
                + "-"
                + Thread.currentThread().threadId());
    Folders.delete(draft);
    try (var tar =
        new TarArchiveInputStream(
            new XZInputStream(new BufferedInputStream(archive.openStream(), 1 << 16)))) {
      for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        place(tar, entry, draft);
      }
    }
    try {
      Files.move(draft, home, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Folders.delete(draft);
      if (!Files.isDirectory(
          home)) { // otherwise another thread or process was faster, with the same content
        throw e;
      }
    }
  }

  private static void place(InputStream tar, TarArchiveEntry entry, Path root) throws IOException {
    var target = root.resolve(entry.getName()).normalize();
    if (!target.startsWith(root)) {
      throw new IOException("the archive points out of its folder: " + entry.getName());
    }
    if (entry.isDirectory()) {
      Folders.createOpen(root, target);
      return;
    }
    Folders.createOpen(root, target.resolveSibling(""));
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
      return;
    }
    Files.copy(tar, target);
    Files.setPosixFilePermissions(
        target, (entry.getMode() & OWNER_MAY_EXECUTE) == 0 ? READABLE : FOR_ALL);
  }
}
