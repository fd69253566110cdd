package florin.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.db.CommitResult.Committed;
import florin.db.CommitResult.Refused;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commits several changesets of one caller together. The group commit connects on first use. */
class CommitsTogetherTest {
  private static final Statement TAKE =
      Statement.guarded(
          "place.take",
          "place",
          "id",
          "id uuid, owner text",
          """
          INSERT INTO place AS c (id, owner)
          SELECT id, owner
            FROM :rows
              ON CONFLICT (id) DO NOTHING
          RETURNING id\
          """);

  private final PostgresAddress database = TestPostgres.freshDatabase();
  private final AtomicInteger connections = new AtomicInteger();
  private GroupCommit commits;

  @BeforeEach
  void open() throws SQLException {
    try (var connection = database.connect();
        var statement = connection.createStatement()) {
      statement.execute("CREATE TABLE place (id uuid PRIMARY KEY, owner text NOT NULL)");
    }
    commits =
        GroupCommit.whenNeeded(
            "test",
            () -> {
              connections.incrementAndGet();
              return database.connect();
            },
            Duration.ofSeconds(10),
            List.of(),
            MadeListener.NOBODY);
  }

  @AfterEach
  void close() {
    commits.close();
  }

  private static Changeset take(UUID place, String owner) {
    return Changeset.of(TAKE.row(place, owner));
  }

  @Test
  void all_share_a_batch_and_each_has_its_own_result() {
    UUID taken = UUID.randomUUID();
    commits.commit(take(taken, "first"));

    List<CommitResult> results =
        commits.commitAll(
            List.of(
                take(UUID.randomUUID(), "own"),
                take(taken, "second"),
                take(UUID.randomUUID(), "own")));

    assertThat(results.get(0)).isEqualTo(new Committed());
    assertThat(results.get(1)).isInstanceOf(Refused.class);
    assertThat(results.get(2)).isEqualTo(new Committed());
    assertThat(commits.batches().batches()).isEqualTo(2);
    assertThat(commits.batches().changesets()).isEqualTo(3);
    assertThat(connections).hasValue(1);
  }

  @Test
  void a_batch_has_a_maximum_size_and_larger_ones_are_rejected() {
    Stream<Changeset> all =
        Stream.generate(() -> take(UUID.randomUUID(), "own")).limit(GroupCommit.MAX_TOGETHER);
    assertThat(commits.commitAll(all.toList())).containsOnly(new Committed());
    assertThat(commits.batches().batches()).isEqualTo(1);

    List<Changeset> tooMany =
        Stream.generate(() -> take(UUID.randomUUID(), "own"))
            .limit(GroupCommit.MAX_TOGETHER + 1L)
            .toList();
    assertThatThrownBy(() -> commits.commitAll(tooMany))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void an_unused_pool_is_closed_without_a_connection_and_then_rejects_work() {
    commits.close();

    assertThatThrownBy(() -> commits.commit(take(UUID.randomUUID(), "late")))
        .isInstanceOf(DatabaseUnavailableException.class);
    assertThat(connections).hasValue(0);
  }
}
