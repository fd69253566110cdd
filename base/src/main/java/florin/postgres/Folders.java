package florin.postgres;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/** File operations that {@link Files} lacks, for the folders of PostgreSQL. */
final class Folders {
  private Folders() {}

  /**
   * Creates `folder`, which is `root` or within it, and the folders between them, readable by every
   * user whatever the umask is.
   */
  static void createOpen(Path root, Path folder) throws IOException {
    Files.createDirectories(root);
    open(root);
    var next = root;
    for (var name : root.relativize(folder)) {
      next = next.resolve(name);
      if (!Files.isDirectory(next)) {
        Files.createDirectory(next);
        open(next);
      }
    }
  }

  private static void open(Path folder) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Makes a file's content, or a folder's names, survive a power failure. */
  static void sync(Path path) throws IOException {
    try (var channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /**
   * Deletes a folder and its contents without following links; does nothing if it does not exist.
   */
  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
