package florin.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import florin.testing.ServiceClasses;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RowTypesTest {
  @SuppressWarnings("InlineFormatString") // a statement is read better by itself
  private static final String FIELDS =
      """
      SELECT coalesce(string_agg(attname || ' ' || CASE WHEN atttypid = 'timestamptz'::regtype THEN 'timestamptz' ELSE format_type(atttypid, atttypmod) END, ', ' ORDER BY attnum), 'none')
        FROM pg_attribute
       WHERE attrelid = to_regclass('%s')
      """;

  private final PostgresAddress database = TestPostgres.freshDatabase();

  /** The failure message shows the types that a migration must create. */
  @Test
  void the_database_has_the_type_of_every_statement_field_by_field() throws Exception {
    Map<String, String> sent = sentByStatements();
    var there = new TreeMap<String, String>();
    for (String type : sent.keySet()) {
      there.put(type, Sql.query(database, FIELDS.formatted(type)));
    }

    assertThat(sent).isNotEmpty();
    assertThat(there).isEqualTo(sent);
  }

  @Test
  void rows_without_a_database_type_are_reported_and_nothing_is_written() throws Exception {
    Sql.execute(database, "CREATE TABLE jar (id uuid); CREATE TYPE jar_row AS (id uuid, lid text)");
    Statement insert = Statement.insert("jar", "id", "id uuid");
    try (var commits =
        new GroupCommit("jars", database::connect, 1, GroupCommit.DEFAULT_PATIENCE)) {
      for (String type : new String[] {"jar_row", "no_such_row"}) {
        Write write = insert.sentAs(type).row(UUID.randomUUID());
        assertThatThrownBy(() -> commits.commit(Changeset.of(write)))
            .isInstanceOf(CommitUnknownException.class)
            .hasMessageContaining("the database has no type " + type + " (uuid)");
      }
      assertThat(commits.commit(Changeset.of(insert.row(UUID.randomUUID()))))
          .isEqualTo(new CommitResult.Committed());
    }
    assertThat(Sql.query(database, "SELECT count(*) FROM jar")).isEqualTo("1");
  }

  private static Map<String, String> sentByStatements() {
    return ServiceClasses.ALL.stream()
        .map(JavaClass::getFields)
        .flatMap(fields -> fields.stream())
        .filter(field -> field.getModifiers().contains(JavaModifier.STATIC))
        .flatMap(RowTypesTest::statement)
        .filter(statement -> statement.rowType().isPresent())
        .collect(
            Collectors.toMap(
                statement -> statement.rowType().orElseThrow().name(),
                RowTypesTest::fields,
                (one, other) -> one + " and " + other,
                TreeMap::new));
  }

  private static Stream<Statement> statement(JavaField declared) {
    try {
      if (declared.getRawType().isEquivalentTo(Statement.class)) {
        return Stream.of((Statement) opened(declared).get(null));
      }
      if (declared.getRawType().isEquivalentTo(RecordStatement.class)) {
        return Stream.of(((RecordStatement<?>) opened(declared).get(null)).statement());
      }
      return Stream.empty();
    } catch (IllegalAccessException never) {
      throw new AssertionError(never);
    }
  }

  private static Field opened(JavaField declared) {
    Field field = declared.reflect();
    field.setAccessible(true);
    return field;
  }

  private static String fields(Statement statement) {
    return statement.columns().stream()
        .map(column -> column.name() + " " + column.type())
        .collect(Collectors.joining(", "));
  }
}
