package florin.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class TestPostgresTest {
  @Test
  void fresh_databases_share_a_schema_and_no_rows() throws SQLException {
    var first = TestPostgres.freshDatabase("one_table", TestPostgresTest::createTable);
    var second = TestPostgres.freshDatabase("one_table", TestPostgresTest::createTable);

    Sql.execute(first, "INSERT INTO note VALUES ('kept apart')");

    assertThat(Sql.query(first, "SELECT count(*) FROM note")).isEqualTo("1");
    assertThat(Sql.query(second, "SELECT count(*) FROM note")).isEqualTo("0");
  }

  @Test
  void an_empty_database_has_no_tables() throws SQLException {
    var tables = "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'";
    assertThat(Sql.query(TestPostgres.emptyDatabase(), tables)).isEqualTo("0");
  }

  private static void createTable(PostgresAddress database) {
    try {
      Sql.execute(database, "CREATE TABLE note (text text NOT NULL)");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
