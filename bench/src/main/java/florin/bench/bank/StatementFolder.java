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

/**
 * The folder from which a service imports statements. It also reports the progress of an import.
 */
public final class StatementFolder implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Duration PATIENCE = Duration.ofMinutes(30);

  private static final String IS_LEFT =
      "SELECT count(*) FROM bank_position WHERE due_at IS NOT NULL";

  private final Path folder;
  private final Connection connection;

  /**
   * Creates an instance.
   *
   * @param folder folder of the receiving account
   */
  private StatementFolder(Path folder, Connection connection) {
    this.folder = folder;
    this.connection = connection;
  }

  /** Opens the folder of an account. The configured folder must be on the same disk as the data. */
  public static StatementFolder of(ServiceProcess service, Path folder, String account)
      throws IOException, SQLException {
    return new StatementFolder(
        Files.createDirectories(folder.resolve(account)), service.folder().database().connect());
  }

  /** Returns a path in the folder that the service ignores. */
  public Path hidden(String name) {
    return folder.resolve("." + name);
  }

  /** Makes a hidden file visible to the service. */
  public void put(Path hidden) throws IOException {
    Files.move(hidden, folder.resolve(name(hidden)));
  }

  private static String name(Path hidden) {
    return hidden.getFileName().toString().substring(1);
  }

  /**
   * Waits until the file is imported, that is, all its entries are ready to be matched.
   *
   * @param waiting runs repeatedly while waiting
   * @throws IOException if the service rejects the file or takes too long
   */
  public void awaitTaken(Path hidden, Runnable waiting) throws IOException {
    Path failed = folder.resolve("failed").resolve(name(hidden));
    Path done = folder.resolve("done").resolve(name(hidden));
    await(() -> Files.exists(done) || Files.exists(failed), waiting);
    if (Files.exists(failed)) {
      throw new IOException(
          "the service rejected the statement: "
              + Files.readString(failed.resolveSibling(name(hidden) + ".reason.txt")));
    }
  }

  /** Waits until no entry is left to be matched. */
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

  /** Returns the number of rows that a query counts. */
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
        throw new IOException("a statement was not processed within " + PATIENCE);
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
