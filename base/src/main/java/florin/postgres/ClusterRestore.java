package florin.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;

/**
 * Restores a cluster from the files of {@link BaseBackup}, in a draft within the data folder. The
 * draft becomes its `postgres` folder at the end, complete and verified.
 */
public final class ClusterRestore {
  private static final String DRAFT = "restore.draft";
  private static final String FOLDER = "postgres";

  private final Path dataFolder;
  private final Path draft;
  private final ClusterFolder folder;
  private final PostgresUser user;

  private ClusterRestore(Path dataFolder, Path draft, ClusterFolder folder, PostgresUser user) {
    this.dataFolder = dataFolder;
    this.draft = draft;
    this.folder = folder;
    this.user = user;
  }

  /**
   * Begins a restore.
   *
   * @param dataFolder has no cluster; files of an earlier try are deleted
   */
  public static ClusterRestore begin(Path dataFolder) throws IOException {
    Path draft = dataFolder.resolve(DRAFT);
    Folders.delete(draft);
    Folders.createOpen(draft, draft);
    var folder = ClusterFolder.create(draft);
    PostgresUser user = PostgresUser.choose(folder.path(), folder.cluster());
    return new ClusterRestore(dataFolder, draft, folder, user);
  }

  /** Returns whether a file of this name in a data folder belongs to an unfinished restore. */
  public static boolean isDraft(String name) {
    return name.equals(DRAFT);
  }

  public void add(TarArchiveEntry entry, InputStream content) throws IOException {
    Path target = draft.resolve(entry.getName()).normalize();
    boolean isPassword = target.equals(folder.path().resolve("password"));
    if (!isPassword && !target.startsWith(folder.cluster())) {
      throw new IOException("it contains unexpected files");
    }
    if (entry.isDirectory()) {
      Files.createDirectory(
          target,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } else if (entry.isFile()) {
      Files.createFile(target, ClusterFolder.ONLY_OURS);
      try (var out = Files.newOutputStream(target)) {
        content.transferTo(out);
      }
    } else {
      throw new IOException("it contains an entry that is neither a file nor a folder");
    }
    if (!isPassword) {
      user.own(target);
    }
  }

  /** Returns the data folder on which PostgreSQL can be started before {@link #complete}. */
  public Path draft() {
    return draft;
  }

  /** Moves the draft to its final place; no process may use it any longer. */
  public void complete() throws IOException {
    Files.move(folder.path(), dataFolder.resolve(FOLDER), StandardCopyOption.ATOMIC_MOVE);
    Folders.sync(dataFolder);
    Folders.delete(draft);
  }

  public void delete() throws IOException {
    Folders.delete(draft);
  }
}
