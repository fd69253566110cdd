package florin.db;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/**
 * Brings a database's schema up to this Florin's: the scripts `V001__what_it_does.sql` on the class
 * path, in order, each once, forward only. Several nodes may start at once; one migrates and the
 * others wait. A database that a later Florin has already migrated is accepted, so that nodes can
 * be exchanged one by one.
 */
public final class Migrations {
  private static final String LOCATION = "florin/db/migration";

  private Migrations() {}

  /**
   * @return how many scripts were run
   * @throws StartFailure when a script fails or one that was run has been changed since
   */
  public static int run(PostgresAddress database) {
    return run(database, LOCATION);
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
