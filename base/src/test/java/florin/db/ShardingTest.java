package florin.db;

import static org.assertj.core.api.Assertions.assertThat;

import florin.db.CommitResult.Committed;
import florin.db.CommitResult.Refused;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Florin's behavior on a database that is spread over several servers by realm. */
class ShardingTest {
  private static final Path SCRIPT = Path.of("..", "operating", "citus.sql");
  private static final Pattern NAME = Pattern.compile("^ +'(\\w+)',?$", Pattern.MULTILINE);

  private static final String TABLES_OF_REALMS =
      """
      SELECT string_agg(table_name, ' ')
        FROM information_schema.columns
        JOIN information_schema.tables USING (table_schema, table_name)
       WHERE column_name = 'realm_id'
         AND table_schema = current_schema()
         AND table_type = 'BASE TABLE'
      """;

  private static final Statement LOOK =
      Statement.shared(
          "purse.look",
          "purse",
          "id",
          "realm_id bigint, id uuid",
          """
          SELECT p.id
            FROM purse p
            JOIN :rows r ON p.realm_id = :realm AND p.id = r.id
             FOR SHARE OF p\
          """);

  private static final Statement OPEN = Statement.insert("purse", "id", "realm_id bigint, id uuid");

  @Test
  void a_constraint_has_the_same_name_on_all_servers() {
    assertThat(
            Sharding.constraint(
                "insert or update on table \"payment_102261\" violates foreign key constraint \"payment_customer_exists_102261\""))
        .isEqualTo("payment_customer_exists");
    assertThat(Sharding.constraint("null value in column \"status\" of a row")).isEmpty();
  }

  @Test
  void the_script_that_spreads_a_database_names_every_table_of_realms() throws Exception {
    String script = Files.readString(SCRIPT);
    Set<String> named =
        NAME.matcher(script).results().map(found -> found.group(1)).collect(Collectors.toSet());
    String tables = Sql.query(TestPostgres.freshDatabase(), TABLES_OF_REALMS);

    assertThat(named)
        .as(SCRIPT + ": distribute each table with a realm, or copy it to each worker")
        .containsAll(
            Arrays.stream(tables.split(" "))
                .filter(table -> !table.equals("simulator_operation"))
                .toList());
    assertThat(script).contains("The table simulator_operation stays on the coordinator");
  }

  /**
   * In another order, all earlier events would count as new, and metrics would count them twice.
   */
  @Test
  void the_script_distributes_events_after_their_workers_have_them() throws Exception {
    String script = Files.readString(SCRIPT);
    String placing = script.substring(script.indexOf("\nBEGIN;\n"), script.indexOf("\nCOMMIT;\n"));
    assertThat(placing)
        .contains("UPDATE event", "INSERT INTO projection_of_realm", "DELETE FROM projection");
    assertThat(script.substring(0, script.indexOf("TRIGGER event_position")))
        .contains("create_distributed_table")
        .doesNotContain("UPDATE event");
  }

  @Test
  void plans_are_cached_on_one_server_and_made_per_value_on_several() throws Exception {
    PostgresAddress database = TestPostgres.freshDatabase();
    assertThat(planCacheMode(database)).isEqualTo("force_generic_plan");
    PretendedCitus.in(database);
    assertThat(planCacheMode(database)).isEqualTo("auto");
  }

  private static String planCacheMode(PostgresAddress database) throws SQLException {
    var opened = new ArrayList<Connection>();
    ConnectionSource noting =
        () -> {
          opened.add(database.connect());
          return opened.getLast();
        };
    try (var committer = new CommitterConnection("test", noting, List.of())) {
      committer.open();
      return Db.query(opened.getLast(), "SHOW plan_cache_mode", row -> row.getString(1)).getFirst();
    }
  }

  @Test
  void a_statement_that_can_name_its_realm_is_split_by_realm() {
    List<Write> rows =
        IntStream.range(0, 6).mapToObj(i -> LOOK.row((long) i % 3, new UUID(0, i))).toList();
    var of = new TreeMap<Statement, List<Write>>(java.util.Comparator.comparing(Statement::name));
    of.put(LOOK, rows);

    assertThat(new Portions(of, false).statements()).containsExactly(LOOK);
    var spread = new Portions(of, true);
    assertThat(spread.statements()).containsExactly(LOOK, LOOK, LOOK);
    var turns = spread.inTurn();
    for (long realm = 0; realm < 3; realm++) {
      assertThat(turns.apply(LOOK)).extracting(LOOK::realmOf).containsExactly(realm, realm);
    }
    String sql = RoundTrip.of(spread.statements(), List.of(), true).sql();
    assertThat(sql.split("p.realm_id = \\?::bigint", -1)).hasSize(4);
    assertThat(RoundTrip.of(List.of(LOOK), List.of(), false).sql())
        .contains("p.realm_id = r.realm_id");
  }

  @Test
  void a_batch_of_many_realms_commits_per_realm_and_a_failure_reverts_only_its_own()
      throws Exception {
    PostgresAddress database = TestPostgres.freshDatabase();
    Sql.execute(
        database,
        "CREATE TABLE purse (realm_id bigint NOT NULL, id uuid NOT NULL, PRIMARY KEY (realm_id, id))");
    PretendedCitus.in(database);
    try (var commits = new GroupCommit("test", database::connect, 1, Duration.ofSeconds(10))) {
      UUID id = UUID.randomUUID();
      List<CommitResult> opened =
          commits.commitAll(
              LongStream.range(0, 5).mapToObj(realm -> Changeset.of(OPEN.row(realm, id))).toList());
      assertThat(opened).containsOnly(new Committed());

      List<CommitResult> looked =
          commits.commitAll(
              LongStream.range(0, 7)
                  .mapToObj(realm ->
                      Changeset.of(LOOK.row(realm, id), OPEN.row(realm, UUID.randomUUID())))
                  .toList());

      assertThat(looked.subList(0, 5)).containsOnly(new Committed());
      assertThat(looked.subList(5, 7)).allMatch(Refused.class::isInstance);
      assertThat(Sql.query(database, "SELECT count(*) FROM purse")).isEqualTo("10");
    }
  }
}
