package florin.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import florin.db.Migrations.Scripts;
import florin.testing.TakesLong;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TakesLong
class MigrationsTest {
  private static final String GOOD = "florin/db/migrationtest/good";
  private static final String CHANGED = "florin/db/migrationtest/changed";
  private static final String BROKEN = "florin/db/migrationtest/broken";

  /** The migrations of a version with one more script. */
  private static final Scripts COMPATIBLE = next(Set.of("1001"));

  private static final Scripts INCOMPATIBLE = next(Set.of());

  private final PostgresAddress database = TestPostgres.emptyDatabase();

  @Test
  void each_script_runs_once() throws Exception {
    assertThat(Migrations.run(database, GOOD)).isEqualTo(1);
    assertThat(Migrations.run(database, GOOD)).isZero();
    assertThat(Sql.query(database, "SELECT count(*) FROM note")).isEqualTo("0");
  }

  @Test
  void nodes_that_start_together_migrate_once() {
    try (var threads = Executors.newFixedThreadPool(2)) {
      var first = CompletableFuture.supplyAsync(() -> Migrations.run(database, GOOD), threads);
      var second = CompletableFuture.supplyAsync(() -> Migrations.run(database, GOOD), threads);
      assertThat(first.join() + second.join()).isEqualTo(1);
    }
  }

  @Test
  void data_of_a_build_whose_scripts_changed_is_rejected_and_left_unchanged() throws Exception {
    Migrations.run(database, GOOD);
    assertThatExceptionOfType(StartFailure.class)
        .isThrownBy(() -> Migrations.run(database, CHANGED))
        .withMessageStartingWith(
            "The schema of "
                + database
                + " was created by another build of Florin: its scripts differ from those of this version.")
        .withMessageContaining("--data DIR")
        .withMessageNotContaining("\n");
    assertThat(Sql.query(database, "SELECT count(*) FROM flyway_schema_history")).isEqualTo("1");
  }

  @Test
  void a_failing_script_is_reported_without_the_password() {
    assertThatExceptionOfType(StartFailure.class)
        .isThrownBy(() -> Migrations.run(database, BROKEN))
        .withMessageContaining("TABEL")
        .withMessageNotContaining(database.password());
  }

  @Test
  void the_production_schema_can_be_created() throws Exception {
    assertThat(Migrations.run(database)).isPositive();
    assertThat(Migrations.run(database)).isZero();
    assertThat(Sql.query(database, "SELECT max(version) FROM flyway_schema_history"))
        .as("Migrations.NEWEST is the newest script")
        .isEqualTo(Migrations.NEWEST);
  }

  @Test
  void a_schema_of_a_newer_version_is_rejected_and_left_unchanged() throws Exception {
    Migrations.run(database);
    Sql.execute(
        database,
        """
        INSERT INTO flyway_schema_history
        SELECT installed_rank + 1, '1000', 'of_a_later_florin', type, 'V1000__of_a_later_florin.sql',
               1, installed_by, now(), 1, true
          FROM flyway_schema_history ORDER BY installed_rank DESC LIMIT 1
        """);

    assertThatExceptionOfType(StartFailure.class)
        .isThrownBy(() -> Migrations.run(database))
        .withMessageStartingWith("The schema of " + database + " has version 1000 from a newer")
        .withMessageContaining("this version supports only " + Integer.parseInt(Migrations.NEWEST))
        .withMessageNotContaining("\n");
  }

  @Test
  void a_schema_that_lacks_the_last_script_gets_it() {
    var released = List.of(Migrations.LOCATION);
    MigrationInfo[] scripts = flyway("latest", released).info().all();
    flyway(scripts[scripts.length - 2].getVersion().getVersion(), released).migrate();
    assertThat(Migrations.run(database)).isEqualTo(1);
  }

  @Test
  void older_nodes_continue_during_a_compatible_script() throws Exception {
    Migrations.run(database);
    try (var _ = Reporter.start(database)) {
      assertThat(Migrations.run(database, COMPATIBLE)).isEqualTo(1);
    }
  }

  @Test
  void an_incompatible_script_waits_until_no_node_is_running() throws Exception {
    Migrations.run(database);
    try (var _ = Reporter.start(database)) {
      assertThatExceptionOfType(StartFailure.class)
          .isThrownBy(() -> Migrations.run(database, INCOMPATIBLE))
          .withMessageStartingWith("Another node uses " + database)
          .withMessageContaining("since version 1001")
          .withMessageContaining("Stop all nodes");
    }
    assertThat(Sql.query(database, "SELECT max(version) FROM flyway_schema_history"))
        .isEqualTo(Migrations.NEWEST);
    // A killed node still has a row in the table, but sends no more reports.
    assertThat(Migrations.run(database, INCOMPATIBLE)).isEqualTo(1);
  }

  @Test
  void a_node_that_migrated_in_the_meantime_does_not_count_as_old() throws Exception {
    Migrations.run(database);
    // This node counts as killed, so the migration below waits for its report.
    Reporter.report(database);
    try (var threads = Executors.newSingleThreadExecutor()) {
      var late =
          CompletableFuture.supplyAsync(() -> Migrations.run(database, INCOMPATIBLE), threads);
      await().atMost(Duration.ofMinutes(1)).until(this::isListenedFor);
      flyway("latest", INCOMPATIBLE.locations()).migrate();
      Reporter.report(database);
      assertThat(late).succeedsWithin(Duration.ofMinutes(1));
    }
  }

  private boolean isListenedFor() throws SQLException {
    return !Sql.query(
            database,
            """
            SELECT count(*)
              FROM pg_stat_activity
             WHERE datname = current_database()
               AND pid <> pg_backend_pid()
               AND query LIKE '%FROM vault_node%'
            """)
        .equals("0");
  }

  /** Simulates a node that reports to other nodes. */
  private record Reporter(Thread thread, AtomicBoolean isOver) implements AutoCloseable {
    static Reporter start(PostgresAddress database) throws Exception {
      var said = new CountDownLatch(1);
      var isOver = new AtomicBoolean();
      var reporter =
          new Reporter(
              Thread.startVirtualThread(() -> {
                while (!isOver.get()) {
                  report(database);
                  said.countDown();
                }
              }),
              isOver);
      assertThat(said.await(60, TimeUnit.SECONDS)).isTrue();
      return reporter;
    }

    private static void report(PostgresAddress database) {
      try {
        Sql.execute(
            database,
            """
            INSERT INTO vault_node VALUES ('0197c0de-0000-7000-8000-000000000001', 'x', 1, clock_timestamp())
            ON CONFLICT (node) DO UPDATE SET seen_at = excluded.seen_at
            """);
      } catch (SQLException failed) {
        throw new IllegalStateException(failed);
      }
    }

    @Override
    public void close() {
      isOver.set(true);
      try {
        thread.join();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 201})
  void data_from_before_the_first_release_is_rejected_and_left_unchanged(int first)
      throws Exception {
    Sql.execute(
        database,
        """
        CREATE TABLE flyway_schema_history (version text, success boolean);
        INSERT INTO flyway_schema_history SELECT n::text, true FROM generate_series(%d, 293) n
        """
            .formatted(first));

    assertThatExceptionOfType(StartFailure.class)
        .isThrownBy(() -> Migrations.run(database))
        .withMessageStartingWith("The data in " + database + " is from before the first release")
        .withMessageContaining("(its schema is at version 293)")
        .withMessageContaining("--data DIR")
        .withMessageContaining("FLORIN_DATABASE_URL")
        .withMessageNotContaining("\n");
    assertThat(Sql.query(database, "SELECT count(*) FROM flyway_schema_history"))
        .isEqualTo(Integer.toString(294 - first));
  }

  private static Scripts next(Set<String> livedWith) {
    return new Scripts(
        List.of(Migrations.LOCATION, "florin/db/migrationtest/next"), "1001", livedWith);
  }

  private Flyway flyway(String target, List<String> locations) {
    return Flyway.configure()
        .dataSource(database.jdbcUrl(), database.user(), database.password())
        .locations(locations.toArray(String[]::new))
        .target(target)
        .load();
  }
}
