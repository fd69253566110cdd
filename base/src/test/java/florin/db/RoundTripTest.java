package florin.db;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import florin.db.CommitResult.Committed;
import florin.db.CommitResult.Rejected;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sends several plain INSERTs as one statement, for example an order, its lines and its label. */
class RoundTripTest {
  private static final Statement LABEL = Statement.insert("label", "id", "id uuid, color text");
  private static final Statement LINE =
      Statement.insert("line", "id", "id uuid, ordered uuid, pieces bigint").sentAs("line_row");
  private static final Statement ORDER =
      Statement.insert("ordered", "id", "id uuid, pieces bigint");

  private static final Statement CLAIM =
      Statement.guarded(
          "line.claim", "line", "id", "id uuid", "SELECT l.id FROM line l JOIN :rows r USING (id)");

  private final PostgresAddress database = TestPostgres.freshDatabase();
  private GroupCommit commits;

  @BeforeEach
  void open() throws Exception {
    Sql.execute(
        database,
        """
        CREATE SEQUENCE written;
        CREATE TABLE ordered (id uuid PRIMARY KEY, pieces bigint, n bigint DEFAULT nextval('written'), CONSTRAINT ordered_some CHECK (pieces > 0));
        CREATE TABLE line (id uuid PRIMARY KEY, ordered uuid REFERENCES ordered (id), pieces bigint, n bigint DEFAULT nextval('written'),
                           CONSTRAINT line_some CHECK (pieces > 0));
        CREATE TABLE label (id uuid PRIMARY KEY, color text, n bigint DEFAULT nextval('written'));
        CREATE TYPE line_row AS (id uuid, ordered uuid, pieces bigint)
        """);
    commits = new GroupCommit("orders", database::connect, 1, Duration.ofSeconds(10));
  }

  @AfterEach
  void close() {
    commits.close();
  }

  @Test
  void inserts_side_by_side_are_one_statement_and_nothing_changes_its_place() {
    var trip = RoundTrip.of(List.of(LABEL, CLAIM, LINE, ORDER), List.of(), false);

    assertThat(trip.steps()).containsExactly(List.of(LABEL), List.of(CLAIM), List.of(LINE, ORDER));
    assertThat(trip.sql().split(";\n")).hasSize(4);
    assertThat(trip.parameters()).containsExactly(LABEL, CLAIM, ORDER, LINE);
  }

  /**
   * With a fixed order, two batches that insert the same rows wait for each other without a
   * deadlock.
   */
  @Test
  void tables_are_written_in_the_order_of_their_statements_names() throws Exception {
    assertThat(commits.commit(order(UUID.randomUUID(), 2, 2))).isEqualTo(new Committed());

    assertThat(
            Sql.query(
                database,
                "SELECT string_agg(t, ' ' ORDER BY n) FROM (SELECT 'label' AS t, n FROM label UNION ALL SELECT 'line', n FROM line UNION ALL SELECT 'ordered', n FROM ordered) all_rows"))
        .isEqualTo("label line ordered");
  }

  @Test
  void a_row_that_violates_a_rule_in_any_table_fails_alone_and_reports_the_rule() throws Exception {
    UUID taken = UUID.randomUUID();
    commits.commit(order(taken, 1, 1));

    List<CommitResult> results =
        together(
            Stream.concat(
                    Stream.of(
                        order(taken, 2, 2),
                        order(UUID.randomUUID(), 0, 2),
                        order(UUID.randomUUID(), 2, 0)),
                    IntStream.range(0, 17).mapToObj(_ -> order(UUID.randomUUID(), 3, 3)))
                .toList());

    assertThat(results.subList(0, 3))
        .extracting(result -> ((Rejected) result).constraint())
        .containsExactly("label_pkey", "ordered_some", "line_some");
    assertThat(results.subList(3, 20)).containsOnly(new Committed());
    for (String table : List.of("label", "line", "ordered")) {
      assertThat(Sql.query(database, "SELECT count(*) FROM " + table)).isEqualTo("18");
    }
  }

  private static Changeset order(UUID id, long pieces, long piecesOfLine) {
    return Changeset.of(
        ORDER.row(id, pieces), LINE.row(id, id, piecesOfLine), LABEL.row(id, "red"));
  }

  private List<CommitResult> together(List<Changeset> changesets) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var under = new ArrayList<Future<CommitResult>>();
      for (Changeset changeset : changesets) {
        under.add(threads.submit(() -> commits.commit(changeset)));
      }
      var results = new ArrayList<CommitResult>();
      for (Future<CommitResult> each : under) {
        results.add(each.get(20, SECONDS));
      }
      return results;
    }
  }
}
