package florin.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.exception.FlywayValidateException;

/**
 * The migration of a database's schema to this version: the scripts `V301__what_it_makes.sql` on
 * the class path, in order, each once, forward only. If several nodes start at the same time, one
 * migrates and the others wait. If nodes of the previous version can work with the new schema, they
 * continue, and are replaced one by one. Otherwise none may run. A node doesn't start on a schema
 * of a later version, because it can't handle the data in it.
 */
public final class Migrations {
  /** The version of the last script. */
  static final String NEWEST = "388";

  /**
   * The version of the first script. Lower versions are from before the first release, and were
   * combined into one set.
   */
  private static final int FIRST = 301;

  /**
   * The scripts that nodes of the previous version can work with: both versions read and write at
   * the same time without errors. Usually such a script only adds something. Any other script runs
   * only if no node is running.
   */
  private static final Set<String> LIVED_WITH = Set.of();

  /**
   * Nodes report every second that they are running. One that has been silent for this long has
   * stopped.
   */
  private static final Duration SILENT = Duration.ofSeconds(20);

  /** How long to wait for a report from a node that may have just stopped. */
  private static final Duration LISTENED = Duration.ofSeconds(3);

  private static final Duration LISTEN_PAUSE = Duration.ofMillis(250);

  private static final String HEARD =
      """
      SELECT max(seen_at) AS last
        FROM vault_node
       WHERE seen_at > now() - make_interval(secs => ?)
      """;

  static final String LOCATION = "florin/db/migration";

  private static final Scripts SCRIPTS = new Scripts(List.of(LOCATION), NEWEST, LIVED_WITH);

  private static final String UNDEFINED_TABLE = "42P01";

  private static final String STATE =
      """
      SELECT bool_and(success) AND bool_or(version = ?) AS is_current,
             max(version::int) AS newest,
             bool_or(version::int BETWEEN 1 AND ?) AS is_from_before
        FROM flyway_schema_history
      """;

  /**
   * The scripts of a version of Florin.
   *
   * @param locations their folders on the class path
   * @param newest the number of the last one
   * @param livedWith the numbers of those that nodes of the previous version can work with
   */
  record Scripts(List<String> locations, String newest, Set<String> livedWith) {}

  private Migrations() {}

  /** Returns whether this version can work with a schema whose last script has this number. */
  public static boolean knows(int version) {
    return version >= FIRST && version <= Integer.parseInt(NEWEST);
  }

  /**
   * Returns whether a schema whose last script has this number is from before the first release.
   */
  public static boolean isFromBefore(int version) {
    return version > 0 && version < FIRST;
  }

  /** Returns the number of the last script of this version. */
  public static int newest() {
    return Integer.parseInt(NEWEST);
  }

  /**
   * The state of the schema.
   *
   * @param newest the number of the last script; 0 for none
   * @param isFromBefore whether it was created before the first release
   */
  private record State(boolean isCurrent, int newest, boolean isFromBefore) {
    void requireReadable(PostgresAddress database, String supported) {
      if (isFromBefore) {
        throw fromBefore(database, "its schema is at version " + newest);
      }
      if (newest > Integer.parseInt(supported)) {
        throw new StartFailure(
            "The schema of %s has version %d from a newer Florin, and this version supports only %s. Start the newer version, or restore an older backup; nothing was changed."
                .formatted(database, newest, supported));
      }
    }
  }

  private static StartFailure fromBefore(PostgresAddress database, String reason) {
    return new StartFailure(
        "The data in %s is from before the first release (%s), and this version can't read it. Export your data with the older build. Then start this version on a new data folder (./florin serve --data DIR) or, with FLORIN_DATABASE_URL, on an empty database; nothing was changed."
            .formatted(database, reason));
  }

  /**
   * Migrates the schema.
   *
   * @return the number of scripts that were run
   * @throws StartFailure if a script fails; or if the database belongs to a later version, or to
   *     one from before the first release
   */
  public static int run(PostgresAddress database) {
    return run(database, SCRIPTS);
  }

  /** Runs the scripts of a version, if every running node can work with them. */
  static int run(PostgresAddress database, Scripts scripts) {
    if (isCurrent(database, scripts)) {
      return 0;
    }
    Flyway flyway = flyway(database, scripts.locations());
    requireNobodyWhoCannotLiveWith(flyway.info(), database, scripts);
    return run(database, flyway);
  }

  private static void requireNobodyWhoCannotLiveWith(
      MigrationInfoService info, PostgresAddress database, Scripts scripts) {
    Optional<String> breaking =
        Arrays.stream(info.pending())
            .map(script -> script.getVersion().getVersion())
            .filter(version -> !scripts.livedWith().contains(version))
            .findFirst();
    if (breaking.isPresent()
        && info.current() != null
        && isAnybodyAtWork(database)
        && !isCurrent(
            database, scripts)) { // otherwise a node of this version has migrated, and reports
      throw new StartFailure(
          "Another node uses %s, and the migration to version %s is incompatible with older nodes since version %s. Stop all nodes, then start this one; nothing was changed."
              .formatted(database, scripts.newest(), breaking.get()));
    }
  }

  /** Returns whether a node reports that it is running during the wait. */
  private static boolean isAnybodyAtWork(PostgresAddress database) {
    try (Connection connection = database.connect()) {
      Optional<Instant> first = heard(connection);
      Optional<Instant> now = first;
      long end = System.nanoTime() + LISTENED.toNanos();
      while (now.isPresent() && now.equals(first) && System.nanoTime() < end) {
        LockSupport.parkNanos(LISTEN_PAUSE.toNanos());
        now = heard(connection);
      }
      return now.isPresent() && !now.equals(first);
    } catch (SQLException failed) {
      if (UNDEFINED_TABLE.equals(failed.getSQLState())) {
        return false;
      }
      throw new StartFailure(
          "Florin can't read the nodes of " + database + ": " + failed.getMessage(), failed);
    }
  }

  private static Optional<Instant> heard(Connection connection) throws SQLException {
    return Db.query(
            connection,
            HEARD,
            row -> Optional.ofNullable(row.getTimestamp("last")).map(Timestamp::toInstant),
            SILENT.toSeconds())
        .getFirst();
  }

  /**
   * Returns whether the last script has run, as at nearly every start. Then Flyway, which takes
   * half a second to check all of them, isn't needed.
   */
  private static boolean isCurrent(PostgresAddress database, Scripts scripts) {
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
                  scripts.newest(),
                  FIRST - 1)
              .getFirst();
      state.requireReadable(database, scripts.newest());
      return state.isCurrent();
    } catch (SQLException failed) {
      if (UNDEFINED_TABLE.equals(failed.getSQLState())) {
        return false;
      }
      throw new StartFailure(
          "Florin can't read the schema version of " + database + ": " + failed.getMessage(),
          failed);
    }
  }

  static int run(PostgresAddress database, String location) {
    return run(database, flyway(database, List.of(location)));
  }

  private static Flyway flyway(PostgresAddress database, List<String> locations) {
    return Flyway.configure()
        .dataSource(database.jdbcUrl(), database.user(), database.password())
        .locations(locations.stream().map("classpath:"::concat).toArray(String[]::new))
        .validateMigrationNaming(true)
        .cleanDisabled(true)
        .load();
  }

  /** Runs scripts. Flyway first compares those that ran before: a released one never changes. */
  private static int run(PostgresAddress database, Flyway flyway) {
    try {
      return flyway.migrate().migrationsExecuted;
    } catch (FlywayValidateException _) {
      throw new StartFailure(
          "The schema of %s was created by another build of Florin: its scripts differ from those of this version. Start the build that created it, or start this version on a new data folder (./florin serve --data DIR) or, with FLORIN_DATABASE_URL, on an empty database; nothing was changed."
              .formatted(database));
    } catch (FlywayException e) {
      throw new StartFailure(
          "Florin can't migrate the schema of " + database + ": " + e.getMessage(), e);
    }
  }
}
