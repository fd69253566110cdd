package florin.db;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Servers with Citus for the tests' databases. `-Dcitus.nodes` lists them, the coordinator first,
 * and `operating/citus.sql` distributes each database. The servers must be for tests only. Their
 * owner is `florin`, which they must trust. Unlike the PostgreSQL of the JVM, the servers and the
 * databases remain after the tests.
 */
final class TestCitus {
  private static final List<String> NODES =
      Arrays.stream(System.getProperty("citus.nodes", "").split(","))
          .filter(node -> !node.isEmpty())
          .toList();

  private static final Path SCRIPT = Path.of("..", "operating", "citus.sql");
  private static final String PREFIX = "t" + ProcessHandle.current().pid() + "_";

  private TestCitus() {}

  static boolean isAsked() {
    return !NODES.isEmpty();
  }

  /**
   * Creates a database with the schema that {@code migrate} creates. Each realm is on one worker.
   */
  static PostgresAddress create(String name, Consumer<PostgresAddress> migrate) {
    String database = PREFIX + name;
    onEachNode("CREATE DATABASE " + database);
    NODES.forEach(node -> execute(at(node, database), "CREATE EXTENSION citus"));
    PostgresAddress coordinator = at(NODES.getFirst(), database);
    execute(
        coordinator, "SELECT citus_set_coordinator_host(%s)".formatted(place(NODES.getFirst())));
    NODES.stream()
        .skip(1)
        .forEach(node -> execute(coordinator, "SELECT citus_add_node(%s)".formatted(place(node))));
    migrate.accept(coordinator);
    distribute(coordinator);
    return coordinator;
  }

  /** Copies one of these databases. The original must have no open connections. */
  static PostgresAddress copy(String name, PostgresAddress template) {
    String of = template.jdbcUrl().substring(template.jdbcUrl().lastIndexOf('/') + 1);
    String database = PREFIX + name;
    onEachNode(
        "ALTER DATABASE %1$s ALLOW_CONNECTIONS false;".formatted(of)
            + "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '%s'"
                .formatted(of));
    onEachNode("CREATE DATABASE %s TEMPLATE %s STRATEGY file_copy".formatted(database, of));
    return at(NODES.getFirst(), database);
  }

  private static void distribute(PostgresAddress database) {
    try {
      var psql =
          new ProcessBuilder(
                  System.getProperty("citus.psql", "psql"),
                  "-q",
                  "-f",
                  SCRIPT.toString(),
                  database.jdbcUrl().replace("jdbc:postgresql://", "postgres://florin@"))
              .redirectErrorStream(true)
              .start();
      String said = new String(psql.getInputStream().readAllBytes(), UTF_8);
      if (psql.waitFor() != 0) {
        throw new IllegalStateException(SCRIPT + ": " + said);
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  private static void onEachNode(String sql) {
    NODES.forEach(node -> execute(at(node, "postgres"), sql));
  }

  private static PostgresAddress at(String node, String database) {
    return new PostgresAddress("jdbc:postgresql://%s/%s".formatted(node, database), "florin", "");
  }

  private static String place(String node) {
    return "'%s', %s".formatted((Object[]) node.split(":"));
  }

  private static void execute(PostgresAddress database, String sql) {
    try (var connection = database.connect();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException failed) {
      throw new IllegalStateException(database + ": " + sql, failed);
    }
  }
}
