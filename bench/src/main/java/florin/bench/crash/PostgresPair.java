package florin.bench.crash;

import florin.bench.service.DataFolder;
import florin.db.PostgresAddress;
import florin.postgres.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A PostgreSQL and a standby that streams its write-ahead log. The standby is a copy of the
 * primary's folder made before both start, so that only PostgreSQL itself is needed.
 */
final class PostgresPair implements AutoCloseable {
  private static final String PROMOTE = "SELECT pg_promote(true, 60)";

  private final Belongings belongings;
  private final DataFolder primaryFolder;
  private final EmbeddedPostgres primary;
  private final EmbeddedPostgres standby;
  private volatile boolean isPromoted;

  private PostgresPair(
      Belongings belongings,
      DataFolder primaryFolder,
      EmbeddedPostgres primary,
      EmbeddedPostgres standby) {
    this.belongings = belongings;
    this.primaryFolder = primaryFolder;
    this.primary = primary;
    this.standby = standby;
  }

  /**
   * Starts the primary and the standby.
   *
   * @param isAwaited whether a commit waits until the standby has applied it
   */
  static PostgresPair start(Path parent, boolean isAwaited) throws IOException {
    var belongings = new Belongings();
    try {
      return start(parent, isAwaited, belongings);
    } catch (IOException | RuntimeException failed) {
      belongings.close();
      throw failed;
    }
  }

  private static PostgresPair start(Path parent, boolean isAwaited, Belongings belongings)
      throws IOException {
    DataFolder folder = belongings.add(DataFolder.create(parent));
    EmbeddedPostgres.start(folder.path()).close();
    DataFolder copy = belongings.add(folder.copyInto(parent));
    Files.createFile(copy.path().resolve("postgres/data/standby.signal"));
    List<String> awaited =
        isAwaited
            ? List.of("synchronous_commit=remote_apply", "synchronous_standby_names=*")
            : List.of();
    EmbeddedPostgres first =
        belongings.add(EmbeddedPostgres.start(folder.path(), Optional.empty(), awaited));
    EmbeddedPostgres second =
        belongings.add(
            EmbeddedPostgres.start(
                copy.path(),
                Optional.empty(),
                List.of("hot_standby=on", "primary_conninfo=" + conninfo(first.address()))));
    return new PostgresPair(belongings, folder, first, second);
  }

  private static String conninfo(PostgresAddress address) {
    return "host=127.0.0.1 port=%d user=%s password=%s"
        .formatted(port(address), address.user(), address.password());
  }

  private static int port(PostgresAddress address) {
    return address.ports().iterator().next();
  }

  /** Returns a URL with both hosts, of which the driver uses the writable one. */
  String url() {
    PostgresAddress one = primary.address();
    return "jdbc:postgresql://127.0.0.1:%d,127.0.0.1:%d/florin?targetServerType=primary&hostRecheckSeconds=1&connectTimeout=3&user=%s&password=%s"
        .formatted(port(one), port(standby.address()), one.user(), one.password());
  }

  /** Returns the address of the current primary. */
  PostgresAddress address() {
    return (isPromoted ? standby : primary).address();
  }

  /** Returns the processes that send the log to the standby. */
  List<ProcessHandle> senders() throws IOException {
    List<ProcessHandle> all = new ArrayList<>();
    primaryFolder.findPostmaster().ifPresent(first -> first.children().forEach(all::add));
    return all.stream().filter(one -> DataFolder.title(one).contains("walsender")).toList();
  }

  /** Kills every process of the primary with SIGKILL. */
  void killPrimary() throws IOException {
    ProcessHandle first =
        primaryFolder
            .findPostmaster()
            .orElseThrow(() -> new IOException("the primary isn't running"));
    List<ProcessHandle> others = first.descendants().toList();
    first.destroyForcibly();
    others.forEach(ProcessHandle::destroyForcibly);
    first.onExit().join();
  }

  /** Promotes the standby, as a cluster manager would. */
  void promote() throws IOException {
    try (Connection connection = standby.address().connect();
        var statement = connection.createStatement()) {
      statement.execute(PROMOTE);
      isPromoted = true;
    } catch (SQLException failed) {
      throw new IOException("the standby was not promoted", failed);
    }
  }

  @Override
  public void close() throws IOException {
    belongings.close();
  }
}
