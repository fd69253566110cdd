package florin.vault;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/**
 * The keys file as names and values: `name = value` lines, `#` comments, blank lines. It is always
 * replaced as a whole, so that a crash leaves the old file or the new one. Its error messages never
 * quote a value.
 */
record KeyFile(Path path) {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> OWNER =
      Set.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);
  private static final int MOST_BYTES = 64 * 1024;

  KeyFile(Path path) {
    this.path = path.toAbsolutePath();
  }

  SequencedMap<String, String> read() {
    try {
      requireOwnerOnly();
      if (Files.size(path) > MOST_BYTES) {
        throw KeyringException.malformed(path, "it is larger than " + MOST_BYTES + " bytes");
      }
      return parse(Files.readString(path));
    } catch (NoSuchFileException e) {
      throw KeyringException.missing(path, e);
    } catch (CharacterCodingException _) {
      throw KeyringException.malformed(path, "it is not text");
    } catch (IOException e) {
      throw KeyringException.inaccessible("read", path, e);
    }
  }

  static boolean isOwnerOnly(Path file) throws IOException {
    return OWNER.containsAll(Files.getPosixFilePermissions(file));
  }

  private void requireOwnerOnly() throws IOException {
    var permissions = Files.getPosixFilePermissions(path);
    if (!isOwnerOnly(path)) {
      throw KeyringException.permissions(path, PosixFilePermissions.toString(permissions));
    }
  }

  /** Parses a text in the format of this file. */
  SequencedMap<String, String> parse(String text) {
    var entries = new LinkedHashMap<String, String>();
    int number = 0;
    for (String line : text.lines().map(String::strip).toList()) {
      number++;
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      int equals = line.indexOf('=');
      if (equals < 0) {
        throw KeyringException.malformed(path, "line " + number + " is not `name = value`");
      }
      String name = line.substring(0, equals).strip();
      if (entries.put(name, line.substring(equals + 1).strip()) != null) {
        throw KeyringException.malformed(path, "`" + name + "` is in it twice");
      }
    }
    return entries;
  }

  /**
   * Creates the file if it does not exist. Returns false, without a change, if it already exists,
   * even if it appeared just now.
   */
  boolean create(Map<String, String> entries) {
    return write(
        entries,
        temporary -> {
          try {
            Files.createLink(path, temporary); // unlike a move, it never replaces
            return true;
          } catch (FileAlreadyExistsException _) {
            return false;
          }
        });
  }

  /** Writes the file, replacing an existing one. */
  void replace(Map<String, String> entries) {
    write(
        entries,
        temporary -> {
          Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
          return true;
        });
  }

  /**
   * The step that puts a written and synced temporary file in place. Returns false if another file
   * was there.
   */
  private interface Placement {
    boolean place(Path temporary) throws IOException;
  }

  private boolean write(Map<String, String> entries, Placement placing) {
    try {
      Path directory = Files.createDirectories(path.resolveSibling(""));
      Path temporary =
          Files.createTempFile(
              directory, "keys", ".tmp", PosixFilePermissions.asFileAttribute(OWNER_ONLY));
      try {
        writeSynced(temporary, render(entries));
        boolean placed = placing.place(temporary);
        syncDirectory(directory);
        return placed;
      } finally {
        Files.deleteIfExists(temporary);
      }
    } catch (IOException e) {
      throw KeyringException.inaccessible("write", path, e);
    }
  }

  static String render(Map<String, String> entries) {
    var text =
        new StringBuilder(
            """
            # Florin's encryption keys. Keep a copy apart from the database's backup: without this
            # file no stored card number can be read, and with both anyone can read them all.
            """);
    entries.forEach((name, value) -> text.append(name).append(" = ").append(value).append('\n'));
    return text.toString();
  }

  private static void writeSynced(Path file, String text) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }

  private static void syncDirectory(Path directory) throws IOException {
    try (var channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
