package florin.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class MigrationsTest {
  private static final String GOOD = "florin/db/migrationtest/good";
  private static final String CHANGED = "florin/db/migrationtest/changed";
  private static final String BROKEN = "florin/db/migrationtest/broken";

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
  void a_script_that_was_changed_after_it_ran_is_refused() {
    Migrations.run(database, GOOD);
    assertThatExceptionOfType(StartFailure.class)
        .isThrownBy(() -> Migrations.run(database, CHANGED))
        .withMessageContaining("checksum mismatch");
  }

  @Test
  void a_script_that_fails_is_told_and_leaves_the_password_out() {
    assertThatExceptionOfType(StartFailure.class)
        .isThrownBy(() -> Migrations.run(database, BROKEN))
        .withMessageContaining("TABEL")
        .withMessageNotContaining(database.password());
  }

  @Test
  void the_schema_of_production_can_be_made() throws Exception {
    assertThat(Migrations.run(database)).isPositive();
    assertThat(Migrations.run(database)).isZero();
    assertThat(Sql.query(database, "SELECT max(version) FROM flyway_schema_history"))
        .as("the newest script is the one that starts look for")
        .isEqualTo(Migrations.NEWEST);
  }

  @Test
  void a_schema_of_a_later_florin_is_refused_and_left_as_it_is() throws Exception {
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
        .withMessageStartingWith(
            "The schema of " + database + " was brought to version 1000 by a later")
        .withMessageContaining("this one knows " + Integer.parseInt(Migrations.NEWEST))
        .withMessageNotContaining("\n");
  }

  @Test
  void a_schema_that_lacks_the_last_script_gets_it() throws Exception {
    Migrations.run(database);
    Sql.execute(
        database,
        "DELETE FROM flyway_schema_history WHERE version = '%s'; ALTER TABLE attempt DROP COLUMN amount_approved, DROP COLUMN currency_approved"
            .formatted(Migrations.NEWEST));
    assertThat(Migrations.run(database)).isEqualTo(1);
  }
}
