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

/** The temporary data folder of a service that we start, and what stands in it. */
public record DataFolder(Path path) implements AutoCloseable {
  /**
   * @param parent where to make it; it should be on the disk that is to be measured
   */
  public static DataFolder create(Path parent) throws IOException {
    // PostgreSQL runs as another user where we are root: it must be able to walk in.
    var open = PosixFilePermissions.fromString("rwxr-xr-x");
    Path folder = Files.createTempDirectory(parent.toRealPath(), "florin-bench-");
    Files.setPosixFilePermissions(folder, open);
    return new DataFolder(folder);
  }

  /** The same once more, with owners and rights, of a service that does not run. */
  public DataFolder copyInto(Path parent) throws IOException {
    DataFolder copy = create(parent);
    Process copying =
        new ProcessBuilder("cp", "--archive", path + "/.", copy.path().toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (copying.onExit().join().exitValue() != 0) {
      copy.close();
      throw new IOException(path + " could not be copied");
    }
    return copy;
  }

  /** Another, on the same disk. */
  public DataFolder createBeside() throws IOException {
    return create(path.resolve(".."));
  }

  /** The secret key of the account that the first start makes. */
  public String testKey() throws IOException {
    var keys = new Properties();
    try (var reader = Files.newBufferedReader(path.resolve("test-keys.env"))) {
      keys.load(reader);
    }
    return keys.getProperty("FLORIN_TEST_SECRET_KEY", "");
  }

  /** The database of the service that runs on this folder. */
  public PostgresAddress database() {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.attach(path)) {
      if (postgres.isOurs()) {
        throw new IllegalStateException("no service runs on " + path);
      }
      return postgres.address();
    }
  }

  /** PostgreSQL's first process on this folder, if there is one. */
  public Optional<ProcessHandle> findPostmaster() throws IOException {
    Path cluster = path.resolve("postgres/data");
    Path file = cluster.resolve("postmaster.pid");
    List<String> lines = linesOf(file);
    long pid = lines.isEmpty() ? 0 : Long.parseLong(lines.getFirst().strip());
    return ProcessHandle.of(pid).filter(process -> isPostgresOn(cluster, pid));
  }

  /** PostgreSQL deletes it when it ends, which may be just now. */
  private static List<String> linesOf(Path file) throws IOException {
    try {
      return Files.readAllLines(file);
    } catch (NoSuchFileException gone) {
      return List.of();
    }
  }

  /** By which PostgreSQL says what a process of its is. */
  public static String title(ProcessHandle process) {
    return String.join(" ", Proc.commandLine(process.pid()));
  }

  /** The pid of a file that was left behind may be another's by now. */
  private static boolean isPostgresOn(Path cluster, long pid) {
    return Proc.commandLine(pid).contains(cluster.toString());
  }

  @Override
  public void close() throws IOException {
    delete(path);
  }

  /** Any folder, with all that is in it. */
  public static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
