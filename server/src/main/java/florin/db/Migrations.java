package florin.db;

import java.sql.Connection;
import java.sql.SQLException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/**
 * Brings a database's schema up to this Florin's: the scripts `V001__what_it_does.sql` on the class
 * path, in order, each once, forward only. Several nodes may start at once; one migrates and the
 * others wait. A database that a later Florin has already migrated is accepted, so that nodes can
 * be exchanged one by one.
 */
public final class Migrations {
  /** The version of the last script. */
  static final String NEWEST = "069";

  private static final String LOCATION = "florin/db/migration";
  private static final String UNDEFINED_TABLE = "42P01";

  private static final String IS_CURRENT =
      """
      SELECT bool_and(success) AND bool_or(version = ?)
        FROM flyway_schema_history
      """;

  private Migrations() {}

  /**
   * @return how many scripts were run
   * @throws StartFailure when a script fails or one that was run has been changed since
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
      return Db.query(connection, IS_CURRENT, row -> row.getBoolean(1), NEWEST).getFirst();
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
