package florin.db;

import florin.testing.TestApp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;

/**
 * The committed schema of the last release: its scripts with their checksums, and the rows of a
 * small service that ran on it, with the keys that encrypted them.
 */
final class Released {
  /** Whether to record a new release from the current scripts. */
  static final boolean RECORD = Boolean.getBoolean("schema.release");

  static final Path FOLDER = Path.of("src/test/resources/florin/db/released");
  private static final Path SCRIPTS = FOLDER.resolve("scripts.txt");
  private static final Path ROWS = FOLDER.resolve("rows.txt");

  /** The files that an App needs besides its database. */
  private static final List<String> KEYS = List.of("keys", "test-keys.env");

  private static final String TABLES =
      """
      SELECT relname
        FROM pg_class
       WHERE relnamespace = 'public'::regnamespace
         AND relkind = 'r'
         AND relname <> 'flyway_schema_history'
       ORDER BY relname
      """;

  private Released() {}

  /** Returns the checksum of each script by its name; line endings don't affect the checksums. */
  static Map<String, Integer> scripts() throws IOException {
    var scripts = new TreeMap<String, Integer>();
    for (String line : Files.readAllLines(SCRIPTS)) {
      String[] parts = line.split(" ");
      scripts.put(parts[0], Integer.parseInt(parts[1]));
    }
    return scripts;
  }

  /** Returns the version of the last script. */
  static String version() throws IOException {
    return new ArrayList<>(scripts().keySet()).getLast().replaceFirst("V(\\d+)__.*", "$1");
  }

  static Map<String, Integer> scriptsNow(PostgresAddress database) {
    var scripts = new TreeMap<String, Integer>();
    for (MigrationInfo script : flyway(database, "latest").info().all()) {
      scripts.put(script.getScript(), script.getChecksum());
    }
    return scripts;
  }

  static Flyway flyway(PostgresAddress database, String target) {
    return Flyway.configure()
        .dataSource(database.jdbcUrl(), database.user(), database.password())
        .locations("classpath:" + Migrations.LOCATION)
        .target(target)
        .load();
  }

  /** Fills a database that has the schema of the release, and the folder for an App on it. */
  static void restore(PostgresAddress database, Path folder) throws IOException, SQLException {
    for (String file : KEYS) {
      Path copy = Files.copy(FOLDER.resolve(file), folder.resolve(file));
      Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-------"));
    }
    try (Connection connection = database.connect()) {
      // Rows are inserted in the alphabetical order of their tables, so constraints and triggers
      // are off.
      Db.update(connection, "SET session_replication_role = replica");
      for (String table : tables(connection)) {
        Db.update(connection, "DELETE FROM " + table);
      }
      for (String line : Files.readAllLines(ROWS)) {
        String[] parts = line.split(" ", 2);
        Db.update(
            connection,
            "INSERT INTO %1$s OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::%1$s, ?::jsonb)"
                .formatted(parts[0]),
            parts[1]);
      }
      Db.update(connection, "ALTER TABLE account ALTER number RESTART WITH 1000");
    }
  }

  /** Records the current scripts and the rows of an App as the last release. */
  static void record(TestApp app) throws IOException {
    Files.write(
        SCRIPTS,
        scriptsNow(app.database()).entrySet().stream()
            .map(script -> script.getKey() + " " + script.getValue())
            .toList());
    for (String file : KEYS) {
      Files.write(FOLDER.resolve(file), Files.readAllBytes(app.keysFile().resolveSibling(file)));
    }
    Files.write(ROWS, app.sql(Released::rows));
  }

  private static List<String> rows(Connection connection) throws SQLException {
    var lines = new ArrayList<String>();
    for (String table : tables(connection)) {
      lines.addAll(
          Db.query(
              connection,
              "SELECT '%1$s ' || jsonb_strip_nulls(to_jsonb(t))::text AS line FROM %1$s t ORDER BY 1"
                  .formatted(table),
              row -> row.getString("line")));
    }
    return lines;
  }

  private static List<String> tables(Connection connection) throws SQLException {
    return Db.query(connection, TABLES, row -> row.getString("relname"));
  }
}
