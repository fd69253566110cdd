package florin.db;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.db.CommitResult.Committed;
import florin.db.CommitResult.Refused;
import florin.db.CommitResult.Rejected;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests every rule of the group commit on a table of its own, with accounts that hold coins. */
class GroupCommitTest {
  private static final Statement OPEN =
      Statement.insert("purse", "id", "id uuid, version integer, coins bigint").sentAs("purse_row");

  private static final Statement SET =
      Statement.guarded(
          "purse.set",
          "purse",
          "id",
          "id uuid, version integer, coins bigint",
          """
          UPDATE purse p
             SET version = r.version, coins = r.coins
            FROM :rows r
           WHERE p.id = r.id
             AND p.version = r.version - 1
          RETURNING p.id\
          """);

  private static final Statement ADD =
      Statement.lenient(
          "purse.add",
          "purse",
          "id",
          "id uuid, coins bigint",
          """
          UPDATE purse p
             SET coins = p.coins + r.coins
            FROM :rows r
           WHERE p.id = r.id\
          """);

  private static final Statement CLAIM =
      Statement.guarded(
          "claim.take",
          "claim",
          "id",
          "id uuid, owner text",
          """
          INSERT INTO claim AS c (id, owner)
          SELECT id, owner
            FROM :rows
              ON CONFLICT (id) DO NOTHING
          RETURNING id\
          """);

  private final PostgresAddress database = TestPostgres.freshDatabase();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private GroupCommit commits;

  @BeforeEach
  void open() throws SQLException {
    execute(
        """
        CREATE TABLE purse (id uuid PRIMARY KEY, version integer NOT NULL, coins bigint NOT NULL CONSTRAINT not_in_debt CHECK (coins >= 0));
        CREATE TYPE purse_row AS (id uuid, version integer, coins bigint);
        CREATE TABLE claim (id uuid PRIMARY KEY, owner text NOT NULL)
        """);
    commits = new GroupCommit("test", database::connect, 2, Duration.ofSeconds(10));
  }

  @AfterEach
  void close() {
    commits.close();
    threads.close();
  }

  @Test
  void an_acknowledged_commit_is_in_the_database() throws Exception {
    UUID purse = UUID.randomUUID();
    assertThat(commits.commit(Changeset.of(OPEN.row(purse, 1, 5L)))).isEqualTo(new Committed());
    assertThat(coins(purse)).isEqualTo(5);
  }

  @Test
  void only_committed_changesets_are_counted() {
    UUID key = UUID.randomUUID();
    commits.commit(Changeset.of(CLAIM.row(key, "first")));
    commits.commit(Changeset.of(CLAIM.row(key, "second")));
    commits.commit(Changeset.of(CLAIM.row(UUID.randomUUID(), "third")));

    assertThat(commits.batches().batches()).isEqualTo(2);
    assertThat(commits.batches().changesets()).isEqualTo(2);
  }

  @Test
  void a_used_key_reverts_its_whole_changeset_and_no_other() throws Exception {
    UUID key = UUID.randomUUID();
    commits.commit(Changeset.of(CLAIM.row(key, "first")));
    UUID loser = UUID.randomUUID();
    List<UUID> others = uuids(50);

    var losing = together(Changeset.of(CLAIM.row(key, "second"), OPEN.row(loser, 1, 1L)));
    var winning =
        others.stream()
            .map(id -> together(Changeset.of(CLAIM.row(id, "own"), OPEN.row(id, 1, 1L))))
            .toList();

    assertThat(losing.get(10, SECONDS)).isInstanceOf(Refused.class);
    assertThat(((Refused) losing.get()).guard().statement()).isSameAs(CLAIM);
    for (var each : winning) {
      assertThat(each.get(10, SECONDS)).isEqualTo(new Committed());
    }
    assertThat(count("SELECT count(*) FROM purse WHERE id = '" + loser + "'")).isZero();
    assertThat(count("SELECT count(*) FROM purse")).isEqualTo(50);
    assertThat(count("SELECT count(*) FROM claim WHERE owner = 'first'")).isEqualTo(1);
  }

  @Test
  void of_many_claims_on_one_key_exactly_one_is_committed() throws Exception {
    UUID key = UUID.randomUUID();
    var claims =
        IntStream.range(0, 100)
            .mapToObj(n ->
                together(
                    Changeset.of(
                        CLAIM.row(key, "claimant " + n), OPEN.row(UUID.randomUUID(), 1, 1L))))
            .toList();
    assertThat(results(claims).stream().filter(Committed.class::isInstance)).hasSize(1);
    assertThat(count("SELECT count(*) FROM purse")).isEqualTo(1);
  }

  @Test
  void a_changed_version_reverts_its_whole_changeset_and_no_other() throws Exception {
    UUID moved = open(10);
    UUID fresh = open(10);
    commits.commit(Changeset.of(SET.row(moved, 2, 9L)));

    var stale = together(Changeset.of(SET.row(moved, 2, 1L), ADD.row(fresh, 100L)));
    var good = together(Changeset.of(SET.row(fresh, 2, 11L)));

    assertThat(stale.get(10, SECONDS)).isInstanceOf(Refused.class);
    assertThat(good.get(10, SECONDS)).isEqualTo(new Committed());
    assertThat(coins(moved)).isEqualTo(9);
    assertThat(coins(fresh)).isEqualTo(11);
  }

  @Test
  void of_two_changesets_on_one_version_of_a_row_one_is_applied_and_the_other_fails()
      throws Exception {
    for (int round = 0; round < 20; round++) {
      UUID purse = open(0);
      var both =
          List.of(
              together(Changeset.of(SET.row(purse, 2, 1L))),
              together(Changeset.of(SET.row(purse, 2, 2L))));
      List<CommitResult> results = results(both);
      assertThat(results.stream().filter(Committed.class::isInstance)).hasSize(1);
      assertThat(results.stream().filter(Refused.class::isInstance)).hasSize(1);
    }
  }

  @Test
  void compatible_changesets_on_one_row_are_all_applied() throws Exception {
    UUID purse = open(0);
    results(
        IntStream.range(0, 200).mapToObj(_ -> together(Changeset.of(ADD.row(purse, 1L)))).toList());
    assertThat(coins(purse)).isEqualTo(200);
  }

  @Test
  void a_poisoned_row_fails_alone_and_names_its_constraint() throws Exception {
    List<UUID> purses = uuids(60);
    List<CompletableFuture<CommitResult>> all = new ArrayList<>();
    for (int i = 0; i < purses.size(); i++) {
      all.add(together(Changeset.of(OPEN.row(purses.get(i), 1, i == 37 ? -1L : 1L))));
    }
    List<CommitResult> results = results(all);
    assertThat(results.stream().filter(Committed.class::isInstance)).hasSize(59);
    assertThat(results.get(37)).isInstanceOf(Rejected.class);
    assertThat(((Rejected) results.get(37)).sqlState()).isEqualTo("23514");
    assertThat(((Rejected) results.get(37)).constraint()).isEqualTo("not_in_debt");
    assertThat(count("SELECT count(*) FROM purse")).isEqualTo(59);
  }

  @Test
  void a_duplicate_primary_key_fails_alone() throws Exception {
    UUID purse = open(1);
    var all =
        List.of(
            together(Changeset.of(OPEN.row(purse, 1, 1L))),
            together(Changeset.of(OPEN.row(UUID.randomUUID(), 1, 1L))));
    List<CommitResult> results = results(all);
    assertThat(((Rejected) results.getFirst()).sqlState()).isEqualTo("23505");
    assertThat(results.getLast()).isEqualTo(new Committed());
  }

  @Test
  void a_deadlock_with_another_node_is_retried() throws Exception {
    UUID low = new UUID(0, 1);
    UUID high = new UUID(0, 2);
    commits.commit(Changeset.of(OPEN.row(low, 1, 0L), OPEN.row(high, 1, 0L)));
    try (Connection other = database.connect()) {
      other.setAutoCommit(false);
      execute(
          other,
          "SET deadlock_timeout = '10s'; UPDATE purse SET coins = coins + 1 WHERE id = '"
              + high
              + "'");
      var ours = together(Changeset.of(ADD.row(low, 10L), ADD.row(high, 10L)));
      awaitBlockedBackend();
      // The other node now requests the row that Florin has locked. PostgreSQL aborts Florin's
      // transaction, because its deadlock_timeout is shorter.
      execute(other, "UPDATE purse SET coins = coins + 1 WHERE id = '" + low + "'");
      other.commit();
      assertThat(ours.get(10, SECONDS)).isEqualTo(new Committed());
    }
    assertThat(coins(low)).isEqualTo(11);
    assertThat(coins(high)).isEqualTo(11);
    assertThat(count("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"))
        .isPositive();
  }

  @Test
  void a_programming_error_in_sql_fails_the_caller_and_not_the_committer() throws Exception {
    Statement broken = Statement.insert("no_such_table", "id", "id uuid");
    assertThat(commits.commit(Changeset.of(broken.row(UUID.randomUUID()))))
        .isInstanceOf(Rejected.class);
    assertThat(commits.commit(Changeset.of(OPEN.row(UUID.randomUUID(), 1, 1L))))
        .isEqualTo(new Committed());
  }

  /** Examples are a stack overflow and an OutOfMemoryError. */
  @Test
  void an_error_in_a_committer_fails_only_its_batch() throws Exception {
    var connects = new AtomicInteger();
    try (var erring =
        new GroupCommit(
            "erring",
            () -> {
              // It fails at the start and for the first batch.
              if (connects.incrementAndGet() <= 2) {
                throw new StackOverflowError("a test");
              }
              return database.connect();
            },
            1,
            Duration.ofSeconds(10))) {
      assertThatThrownBy(() -> erring.commit(Changeset.of(OPEN.row(UUID.randomUUID(), 1, 1L))))
          .isInstanceOf(CommitUnknownException.class)
          .hasMessageContaining("the committer failed");
      assertThat(erring.commit(Changeset.of(OPEN.row(UUID.randomUUID(), 1, 1L))))
          .isEqualTo(new Committed());
    }
  }

  /** A rollback does not reset a sequence, so the disk is full only the first time. */
  @Test
  void a_failed_check_for_disk_space_does_not_stop_the_committer() throws Exception {
    execute(
        """
        CREATE SEQUENCE tries;
        CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF nextval('tries') = 1 THEN
            RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100';
          END IF;
          RAISE EXCEPTION 'not allowed' USING ERRCODE = '23514';
        END $$;
        CREATE TRIGGER fails BEFORE UPDATE ON committer FOR EACH ROW EXECUTE FUNCTION fail();
        CREATE TRIGGER fails BEFORE INSERT ON room FOR EACH ROW EXECUTE FUNCTION fail()
        """);
    try (var one = new GroupCommit("one", database::connect, 1, Duration.ofSeconds(5))) {
      assertThatThrownBy(() -> one.commit(Changeset.of(OPEN.row(UUID.randomUUID(), 1, 1L))))
          .isInstanceOf(DatabaseUnavailableException.class);
      org.awaitility.Awaitility.await().until(() -> count("SELECT last_value FROM tries") > 1);
      assertThat(one.commit(Changeset.of(OPEN.row(UUID.randomUUID(), 1, 1L))))
          .isInstanceOf(Rejected.class);
      assertThat(one.hasRoom()).isFalse();
      execute("DROP TRIGGER fails ON committer; DROP TRIGGER fails ON room");
      org.awaitility.Awaitility.await().until(one::hasRoom);
    }
  }

  @Test
  void a_killed_backend_loses_nothing_and_doubles_nothing() throws Exception {
    UUID purse = open(0);
    List<CompletableFuture<CommitResult>> all = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      all.add(together(Changeset.of(ADD.row(purse, 1L), OPEN.row(UUID.randomUUID(), 1, 1L))));
      if (i % 50 == 0) {
        execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()");
      }
    }
    assertThat(results(all)).containsOnly(new Committed());
    assertThat(coins(purse)).isEqualTo(300);
    assertThat(count("SELECT count(*) FROM purse")).isEqualTo(301);
  }

  @ParameterizedTest
  @EnumSource(CutWire.Cut.class)
  void a_connection_lost_during_commit_ends_in_exactly_one_commit(CutWire.Cut cut)
      throws Exception {
    int port = database.ports().iterator().next();
    try (var wire = new CutWire(port, cut);
        var behindTheWire =
            new GroupCommit("wire", throughWire(port, wire)::connect, 1, Duration.ofSeconds(10))) {
      UUID purse = open(0);
      assertThat(behindTheWire.commit(Changeset.of(ADD.row(purse, 1L)))).isEqualTo(new Committed());
      assertThat(wire.hasCut()).isTrue();
      assertThat(coins(purse)).isEqualTo(1);
    }
  }

  private PostgresAddress throughWire(int port, CutWire wire) {
    return new PostgresAddress(
        database.jdbcUrl().replace(":" + port + "/", ":" + wire.port() + "/"),
        database.user(),
        database.password());
  }

  @Test
  void a_commit_to_a_database_that_went_back_in_time_is_retried() throws Exception {
    open(1);
    execute("DELETE FROM committer");
    UUID purse = UUID.randomUUID();
    assertThat(commits.commit(Changeset.of(OPEN.row(purse, 1, 7L)))).isEqualTo(new Committed());
    assertThat(coins(purse)).isEqualTo(7);
  }

  @Test
  void a_changeset_not_begun_in_time_is_never_executed() throws Exception {
    try (var impatient =
        new GroupCommit(
            "impatient",
            () -> {
              throw new SQLException("nobody there", "08001");
            },
            1,
            Duration.ofMillis(200))) {
      // The committer takes the first changeset and can't connect. The second one stays in the
      // queue.
      assertThatThrownBy(() -> impatient.commit(Changeset.of(OPEN.row(UUID.randomUUID(), 1, 1L))))
          .isInstanceOf(CommitUnknownException.class);
      assertThatThrownBy(() -> impatient.commit(Changeset.of(OPEN.row(UUID.randomUUID(), 1, 1L))))
          .isInstanceOf(DatabaseUnavailableException.class);
    }
    assertThat(count("SELECT count(*) FROM purse")).isZero();
  }

  @Test
  void closing_commits_queued_changesets() throws Exception {
    open(0);
    var all =
        IntStream.range(0, 500)
            .mapToObj(_ -> together(Changeset.of(OPEN.row(UUID.randomUUID(), 1, 1L))))
            .toList();
    commits.close();
    long committed =
        all.stream()
            .map(each -> each.handle((result, refused) -> result instanceof Committed))
            .filter(CompletableFuture::join)
            .count();
    assertThat(count("SELECT count(*) FROM purse")).isEqualTo(1 + committed);
  }

  private CompletableFuture<CommitResult> together(Changeset changeset) {
    return together(commits, changeset);
  }

  private CompletableFuture<CommitResult> together(GroupCommit by, Changeset changeset) {
    return CompletableFuture.supplyAsync(() -> by.commit(changeset), threads);
  }

  private static List<CommitResult> results(List<CompletableFuture<CommitResult>> all)
      throws Exception {
    List<CommitResult> results = new ArrayList<>();
    for (var each : all) {
      results.add(each.get(20, SECONDS));
    }
    return results;
  }

  private UUID open(long coins) {
    UUID purse = UUID.randomUUID();
    assertThat(commits.commit(Changeset.of(OPEN.row(purse, 1, coins)))).isEqualTo(new Committed());
    return purse;
  }

  private static List<UUID> uuids(int count) {
    return IntStream.range(0, count).mapToObj(_ -> UUID.randomUUID()).toList();
  }

  private void awaitBlockedBackend() throws Exception {
    org.awaitility.Awaitility.await()
        .until(() ->
            count(
                    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
                > 0);
  }

  private long coins(UUID purse) throws SQLException {
    return count("SELECT coins FROM purse WHERE id = '" + purse + "'");
  }

  private long count(String sql) throws SQLException {
    try (Connection connection = database.connect();
        var query = connection.createStatement();
        var row = query.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = database.connect()) {
      execute(connection, sql);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
