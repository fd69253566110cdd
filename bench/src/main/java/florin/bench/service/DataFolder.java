package florin.bench.service;

import florin.db.PostgresAddress;
import florin.postgres.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/** The temporary data folder of a service, with access to its contents. */
public record DataFolder(Path path) implements AutoCloseable {
  /**
   * Creates a folder.
   *
   * @param parent parent of the folder, on the disk to be measured
   */
  public static DataFolder create(Path parent) throws IOException {
    // If this process runs as root, PostgreSQL runs as another user and needs access.
    var open = PosixFilePermissions.fromString("rwxr-xr-x");
    Path folder = Files.createTempDirectory(parent.toRealPath(), "florin-bench-");
    Files.setPosixFilePermissions(folder, open);
    return new DataFolder(folder);
  }

  /** Copies the folder with its owners and permissions. Its service must not run. */
  public DataFolder copyInto(Path parent) throws IOException {
    DataFolder copy = create(parent);
    Process copying =
        new ProcessBuilder("cp", "--archive", path + "/.", copy.path().toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (copying.onExit().join().exitValue() != 0) {
      copy.close();
      throw new IOException(path + " can't be copied");
    }
    return copy;
  }

  /** Creates another folder on the same disk. */
  public DataFolder createBeside() throws IOException {
    return create(path.resolve(".."));
  }

  /** Returns the secret key of the account that the first start creates. */
  public String testKey() throws IOException {
    var keys = new Properties();
    try (var reader = Files.newBufferedReader(path.resolve("test-keys.env"))) {
      keys.load(reader);
    }
    return keys.getProperty("FLORIN_TEST_SECRET_KEY", "");
  }

  /** Returns the database of the service that runs on this folder. */
  public PostgresAddress database() {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.attach(path)) {
      if (postgres.isOurs()) {
        throw new IllegalStateException("no service runs on " + path);
      }
      return postgres.address();
    }
  }

  /** Returns PostgreSQL's first process on this folder, or empty if it isn't running. */
  public Optional<ProcessHandle> findPostmaster() throws IOException {
    Path cluster = path.resolve("postgres/data");
    Path file = cluster.resolve("postmaster.pid");
    List<String> lines = linesOf(file);
    long pid = lines.isEmpty() ? 0 : Long.parseLong(lines.getFirst().strip());
    return ProcessHandle.of(pid).filter(process -> isPostgresOn(cluster, pid));
  }

  /** Returns the lines of a file, or none if PostgreSQL has just deleted it. */
  private static List<String> linesOf(Path file) throws IOException {
    try {
      return Files.readAllLines(file);
    } catch (NoSuchFileException gone) {
      return List.of();
    }
  }

  /** Returns the title by which PostgreSQL describes a process. */
  public static String title(ProcessHandle process) {
    return String.join(" ", Proc.commandLine(process.pid()));
  }

  /**
   * Returns whether the process is PostgreSQL on this folder. The pid in a stale file may belong to
   * another process.
   */
  private static boolean isPostgresOn(Path cluster, long pid) {
    return Proc.commandLine(pid).contains(cluster.toString());
  }

  @Override
  public void close() throws IOException {
    delete(path);
  }

  /** Deletes a folder with its contents. */
  public static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
