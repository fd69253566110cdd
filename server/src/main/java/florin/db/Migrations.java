package florin.db;

import java.sql.Connection;
import java.sql.SQLException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/**
 * Brings a database's schema up to this Florin's: the scripts `V101__what_it_makes.sql` on the
 * class path, in order, each once, forward only. Several nodes may start at once; one migrates and
 * the others wait. Nodes are exchanged one by one: those that run go on while a later one migrates,
 * but none starts on a schema that is later than itself, since it does not know what is written
 * there.
 */
public final class Migrations {
  /** The version of the last script. */
  static final String NEWEST = "173";

  /**
   * The version of the first script. Those below it are of before the first release, and were made
   * into one set.
   */
  private static final int FIRST = 101;

  static final String LOCATION = "florin/db/migration";
  private static final String UNDEFINED_TABLE = "42P01";

  private static final String STATE =
      """
      SELECT bool_and(success) AND bool_or(version = ?) AS is_current,
             max(version::int) AS newest,
             bool_or(version::int BETWEEN 1 AND ?) AS is_from_before
        FROM flyway_schema_history
      """;

  private Migrations() {}

  /** Whether this Florin can work with a schema to which that script was the last. */
  public static boolean knows(int version) {
    return version >= FIRST && version <= Integer.parseInt(NEWEST);
  }

  /** The number of the last script of this Florin. */
  public static int newest() {
    return Integer.parseInt(NEWEST);
  }

  /**
   * What has run.
   *
   * @param newest the number of the last script; 0 for none
   * @param isFromBefore whether it was made before the first release
   */
  private record State(boolean isCurrent, int newest, boolean isFromBefore) {
    void requireReadable(PostgresAddress database) {
      if (isFromBefore) {
        throw new StartFailure(
            "The data in %s was stored by a Florin from before the first release (its schema is at version %d). This one cannot read it, and has left it as it was. Export what you need with the program that stored it; then start this one on a new data folder (./florin serve --data DIR) or, where FLORIN_DATABASE_URL is set, on an empty database."
                .formatted(database, newest));
      }
      if (newest > Integer.parseInt(NEWEST)) {
        throw new StartFailure(
            "The schema of %s was brought to version %d by a later Florin; this one knows %s and would do harm there. Start the later one, or restore a backup from before."
                .formatted(database, newest, Integer.parseInt(NEWEST)));
      }
    }
  }

  /**
   * @return how many scripts were run
   * @throws StartFailure when a script fails, one that was run has been changed since, or the
   *     database is of a later Florin, or of one from before the first release
   */
  public static int run(PostgresAddress database) {
    return isCurrent(database) ? 0 : run(database, LOCATION);
  }

  /**
   * Whether the last script has run, as at nearly every start: then Flyway, which takes half a
   * second to look at all of them, need not be asked.
   */
  private static boolean isCurrent(PostgresAddress database) {
    try (Connection connection = database.connect()) {
      State state =
          Db.query(
                  connection,
                  STATE,
                  row ->
                      new State(
                          row.getBoolean("is_current"),
                          row.getInt("newest"),
                          row.getBoolean("is_from_before")),
                  NEWEST,
                  FIRST - 1)
              .getFirst();
      state.requireReadable(database);
      return state.isCurrent();
    } catch (SQLException failed) {
      if (UNDEFINED_TABLE.equals(failed.getSQLState())) {
        return false;
      }
      throw new StartFailure(
          "Cannot read the schema's version of " + database + ": " + failed.getMessage(), failed);
    }
  }

  static int run(PostgresAddress database, String location) {
    try {
      return Flyway.configure()
          .dataSource(database.jdbcUrl(), database.user(), database.password())
          .locations("classpath:" + location)
          .validateMigrationNaming(true)
          .cleanDisabled(true)
          .load()
          .migrate()
          .migrationsExecuted;
    } catch (FlywayException e) {
      throw new StartFailure(
          "Cannot bring the schema of " + database + " up to date: " + e.getMessage(), e);
    }
  }
}
