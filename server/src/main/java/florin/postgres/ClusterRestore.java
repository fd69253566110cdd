package florin.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;

/**
 * Lays a cluster down from what {@link BaseBackup} has written, in a draft within the data folder
 * that becomes its `postgres` at the end, so that what is there is whole and has been tried.
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
   * @param dataFolder has no cluster; what an earlier try has left is deleted
   */
  public static ClusterRestore begin(Path dataFolder) throws IOException {
    Path draft = dataFolder.resolve(DRAFT);
    Folders.delete(draft);
    Folders.createOpen(draft, draft);
    var folder = ClusterFolder.create(draft);
    PostgresUser user = PostgresUser.choose(folder.path(), folder.cluster());
    return new ClusterRestore(dataFolder, draft, folder, user);
  }

  /** Whether a file of this name in a data folder is a restore's that was not finished. */
  public static boolean isDraft(String name) {
    return name.equals(DRAFT);
  }

  public void add(TarArchiveEntry entry, InputStream content) throws IOException {
    Path target = draft.resolve(entry.getName()).normalize();
    boolean isPassword = target.equals(folder.path().resolve("password"));
    if (!isPassword && !target.startsWith(folder.cluster())) {
      throw new IOException("it holds what does not belong there");
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
      throw new IOException("it holds what is neither file nor folder");
    }
    if (!isPassword) {
      user.own(target);
    }
  }

  /** The data folder to start PostgreSQL on before {@link #complete}. */
  public Path draft() {
    return draft;
  }

  /** Nothing runs on the draft any more: it takes its place. */
  public void complete() throws IOException {
    Files.move(folder.path(), dataFolder.resolve(FOLDER), StandardCopyOption.ATOMIC_MOVE);
    Folders.sync(dataFolder);
    Folders.delete(draft);
  }

  public void delete() throws IOException {
    Folders.delete(draft);
  }
}
