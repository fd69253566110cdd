package florin.bench.simulate.memory;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.MadeListener;
import florin.db.Migrations;
import florin.postgres.EmbeddedPostgres;
import florin.webhook.Fanout;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresStoresTest extends StoreContract {
  private static final String COLUMNS =
      """
      SELECT table_name, column_name
        FROM information_schema.columns
       WHERE table_schema = 'public'
       ORDER BY table_name, ordinal_position
      """;

  private static final String KEYS =
      """
      SELECT t.relname, array_to_string(ARRAY(
             SELECT a.attname
               FROM unnest(i.indkey) AS k(attnum)
               JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum), ',') AS columns
        FROM pg_index i
        JOIN pg_class t ON t.oid = i.indrelid
       WHERE i.indisunique
         AND t.relnamespace = 'public'::regnamespace
      """;

  private static EmbeddedPostgres postgres;
  private static Db db;
  private static GroupCommit commits;

  @BeforeAll
  static void start(@TempDir Path folder) {
    postgres = EmbeddedPostgres.start(folder.resolve("data"));
    Migrations.run(postgres.address());
    db = new Db(postgres.address());
    commits =
        new GroupCommit(
            "contract",
            () -> postgres.address().connect(),
            1,
            Duration.ofSeconds(30),
            List.of(Fanout.ofEvents()),
            MadeListener.NOBODY);
  }

  @AfterAll
  static void stop() {
    commits.close();
    db.close();
    postgres.close();
  }

  @Override
  Db db() {
    return db;
  }

  @Override
  CommitResult commit(Changeset changeset) {
    return commits.commit(changeset);
  }

  private record Named(String table, String what) {}

  @Test
  void the_tables_in_memory_have_the_columns_and_keys_of_those_in_postgresql() {
    var memory = new MemoryDatabase(InstantSource.system());
    Map<String, List<String>> columns =
        db.list(COLUMNS, row -> new Named(row.getString(1), row.getString(2))).stream()
            .collect(groupingBy(Named::table, mapping(Named::what, toList())));
    Map<String, Set<Set<String>>> keys =
        db.list(KEYS, row -> new Named(row.getString(1), row.getString(2))).stream()
            .collect(
                groupingBy(Named::table, mapping(key -> Set.of(key.what().split(",")), toSet())));

    memory
        .columns()
        .forEach((table, inMemory) -> assertThat(inMemory).isEqualTo(columns.get(table)));
    memory
        .keys()
        .forEach((table, inMemory) ->
            assertThat(inMemory.stream().map(Set::copyOf).collect(toSet()))
                .isEqualTo(keys.get(table)));
  }
}
