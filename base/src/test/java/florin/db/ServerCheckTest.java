package florin.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import florin.db.ServerCheck.Durability;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class ServerCheckTest {
  private static ServerCheck check(PostgresAddress database) throws SQLException {
    try (var connection = database.connect()) {
      return ServerCheck.of(connection);
    }
  }

  @Test
  void settings_that_lose_commits_are_found_those_of_the_database_included() throws Exception {
    var database = TestPostgres.emptyDatabase();
    // All test databases have these settings turned off.
    assertThat(check(database).durability().missing()).containsExactly("fsync", "full_page_writes");

    Sql.execute(database, "ALTER DATABASE " + name(database) + " SET synchronous_commit = 'off'");

    assertThat(check(database).durability().isFull()).isFalse();
    assertThat(check(database).durability().missing())
        .containsExactlyInAnyOrder("fsync", "full_page_writes", "synchronous_commit");
  }

  @Test
  void a_commit_that_only_the_standby_may_lose_is_durable() throws Exception {
    var database = TestPostgres.emptyDatabase();
    Sql.execute(database, "ALTER DATABASE " + name(database) + " SET synchronous_commit = 'local'");
    assertThat(check(database).durability().synchronousCommit()).isTrue();
  }

  @Test
  void all_three_settings_together_give_full_durability() {
    assertThat(new Durability(true, true, true).isFull()).isTrue();
    assertThat(new Durability(true, true, false).missing()).containsExactly("full_page_writes");
  }

  @Test
  void a_database_with_a_limited_encoding_is_rejected() throws Exception {
    var utf8 = TestPostgres.emptyDatabase();
    Sql.execute(
        utf8,
        "CREATE DATABASE ascii ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0");
    assertThatExceptionOfType(StartFailure.class)
        .isThrownBy(() -> check(utf8.withDatabase("ascii")))
        .withMessageContainingAll("UTF8", "SQL_ASCII");
  }

  @Test
  void postgres_15_is_accepted_and_14_is_rejected() {
    assertThatNoException().isThrownBy(() -> ServerCheck.requireVersion(15));
    assertThatExceptionOfType(StartFailure.class)
        .isThrownBy(() -> ServerCheck.requireVersion(14))
        .withMessageContainingAll("15", "14");
  }

  @Test
  void a_standby_is_rejected() {
    assertThatNoException().isThrownBy(() -> ServerCheck.requirePrimary(false));
    assertThatExceptionOfType(StartFailure.class)
        .isThrownBy(() -> ServerCheck.requirePrimary(true))
        .withMessageContaining("standby");
  }

  private static String name(PostgresAddress database) throws SQLException {
    return Sql.query(database, "SELECT current_database()");
  }
}
