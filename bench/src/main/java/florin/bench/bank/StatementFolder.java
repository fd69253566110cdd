package florin.bench.bank;

import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The folder out of which a service takes statements, and what has become of them. */
public final class StatementFolder implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Duration PATIENCE = Duration.ofMinutes(30);

  private static final String IS_LEFT =
      "SELECT count(*) FROM bank_position WHERE due_at IS NOT NULL";

  private final Path folder;
  private final Connection connection;

  /**
   * @param folder of the receiving account
   */
  private StatementFolder(Path folder, Connection connection) {
    this.folder = folder;
    this.connection = connection;
  }

  /** The setting's folder has to be on the same disk as the data. */
  public static StatementFolder of(ServiceProcess service, Path folder, String account)
      throws IOException, SQLException {
    return new StatementFolder(
        Files.createDirectories(folder.resolve(account)), service.folder().database().connect());
  }

  /** Where to write a file that is not to be seen yet. */
  public Path hidden(String name) {
    return folder.resolve("." + name);
  }

  public void put(Path hidden) throws IOException {
    Files.move(hidden, folder.resolve(name(hidden)));
  }

  private static String name(Path hidden) {
    return hidden.getFileName().toString().substring(1);
  }

  /**
   * Returns when all of it is there to be matched.
   *
   * @param waiting run now and then meanwhile
   */
  public void awaitTaken(Path hidden, Runnable waiting) throws IOException {
    Path failed = folder.resolve("failed").resolve(name(hidden));
    Path done = folder.resolve("done").resolve(name(hidden));
    await(() -> Files.exists(done) || Files.exists(failed), waiting);
    if (Files.exists(failed)) {
      throw new IOException(
          "the statement was refused: "
              + Files.readString(failed.resolveSibling(name(hidden) + ".reason.txt")));
    }
  }

  /** Returns when nothing is left to be matched. */
  public void awaitMatched(Runnable waiting) throws IOException, SQLException {
    try (var query = connection.prepareStatement(IS_LEFT)) {
      await(
          () -> {
            try (ResultSet row = query.executeQuery()) {
              row.next();
              return row.getLong(1) == 0;
            } catch (SQLException failed) {
              throw new IllegalStateException(failed);
            }
          },
          waiting);
    }
  }

  /** How many rows a query counts. */
  public long count(String sql) throws SQLException {
    try (var statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  private static void await(BooleanSupplier over, Runnable waiting) throws IOException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!over.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new IOException("a statement was not through within " + PATIENCE);
      }
      waiting.run();
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
