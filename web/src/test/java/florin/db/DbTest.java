package florin.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.http.CapturedLog;
import florin.testing.Poison;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs a statement for several items, one of which the database rejects. */
class DbTest {
  private final PostgresAddress database = TestPostgres.freshDatabase();
  private final Db db = new Db(database);

  @BeforeEach
  void open() {
    db.update("CREATE TABLE item (id integer PRIMARY KEY CHECK (id <> 2))");
  }

  @AfterEach
  void close() {
    db.close();
  }

  @Test
  void a_rejected_item_blocks_no_update_of_another() {
    int written =
        db.updateForEach("INSERT INTO item VALUES (?)", List.of(1, 2, 3), id -> new Object[] {id});

    assertThat(written).isEqualTo(2);
    assertThat(items("SELECT id FROM item ORDER BY id")).containsExactly(1, 3);
  }

  @Test
  void a_rejected_item_does_not_keep_others_from_being_returned() {
    List<Integer> returned =
        db.listForEach(
            "INSERT INTO item VALUES (?) RETURNING id",
            row -> row.getInt("id"),
            List.of(1, 2, 3),
            id -> new Object[] {id});

    assertThat(returned).containsExactly(1, 3);
  }

  @Test
  void a_query_that_takes_too_long_ends_and_its_connection_stays_as_it_was() {
    assertThat(db.listWithin(Duration.ofMillis(50), "SELECT pg_sleep(60)", _ -> true)).isEmpty();
    assertThat(db.listWithin(Duration.ofSeconds(5), setting("enable_seqscan"), DbTest::value))
        .contains(List.of("off"));
    assertThat(db.list(setting("enable_seqscan"), DbTest::value)).containsExactly("on");
    assertThat(db.list(setting("statement_timeout"), DbTest::value)).containsExactly("0");
  }

  private static String setting(String name) {
    return "SELECT current_setting('" + name + "') AS value";
  }

  private static String value(ResultSet row) throws SQLException {
    return row.getString("value");
  }

  @Test
  void a_single_rejected_item_does_not_throw() {
    assertThat(
            db.listForEach(
                "INSERT INTO item VALUES (?) RETURNING id",
                row -> row.getInt("id"),
                List.of(2),
                id -> new Object[] {id}))
        .isEmpty();
  }

  @Test
  void a_timeout_of_one_item_does_not_hide_the_others() throws Exception {
    try (var _ = Poison.ofSlow(database, "INSERT", "item", "NEW.id = 3")) {
      assertThat(
              db.listForEach(
                  "INSERT INTO item VALUES (?) RETURNING id",
                  row -> row.getInt("id"),
                  List.of(3, 1),
                  id -> new Object[] {id}))
          .containsExactly(1);
    }
  }

  @Test
  void an_item_that_is_rejected_repeatedly_is_not_logged_each_time() {
    try (var log = CapturedLog.of(Db.class)) {
      for (String other : List.of("a3", "a4", "a5")) {
        db.updateForEach(
            "INSERT INTO item VALUES (?)",
            List.of(other, "a2"),
            id -> new Object[] {Integer.parseInt(id.substring(1))});
      }
      assertThat(log.lines()).filteredOn(line -> line.contains("rejects a2")).hasSize(1);
    }
  }

  @Test
  void a_database_is_available_unless_a_trivial_query_fails() {
    db.requireAvailable();
    db.close();
    assertThatThrownBy(db::requireAvailable).isInstanceOf(DatabaseUnavailableException.class);
  }

  private List<Integer> items(String sql) {
    return db.list(sql, row -> row.getInt("id"));
  }
}
