package florin;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.Sources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks which tables the SQL of each package names, as {@link ArchitectureTest} does for imports.
 * A table has one owner: the package whose class writes it. Other packages ask a class of the
 * owner, or read a view, which is in a migration and belongs to the owner of its tables. An
 * exception is named with its class, its table and its reason.
 */
class TablesTest {
  private static final Path MIGRATIONS = Path.of("../base/src/main/resources/florin/db/migration");

  /** The owners of tables that other packages write too, or only triggers. */
  private static final Map<String, String> OWNERS =
      Map.ofEntries(
          Map.entry("customer_word", "customer"),
          Map.entry("event", "event"),
          Map.entry("payment_status", "payment.store"));

  /** A class whose statements name tables of other packages, and the reason. */
  private record Exempt(String type, Set<String> tables, String reason) {
    static Exempt of(String type, String tables, String reason) {
      return new Exempt(type, Set.of(tables.split(" ")), reason);
    }
  }

  private static final List<Exempt> EXEMPT =
      List.of(
          Exempt.of(
              "db.Migrations",
              "vault_node",
              "The check for running nodes comes before the migration, on a database of any version."),
          Exempt.of(
              "paymentmethod.ErasureStore",
              "attempt payment payment_status",
              "Erasure decides and erases in one statement, while the rows are locked."),
          Exempt.of(
              "webhook.RetentionStore",
              "event projection projection_of_realm",
              "Retention deletes an event in one statement only if all followers have read it."));

  /** The classes whose statements get the name of a table from its owner. */
  private static final Set<String> GENERIC =
      Set.of(
          "account.AbandonedRealmStore",
          "db.Statement",
          "db.Table",
          "projection.FollowerStore",
          "vault.SealedTextStore",
          "backup.BackupStore",
          "db.OldRows");

  private static final Pattern TOKEN =
      Pattern.compile(
          "/\\*.*?\\*/|//[^\n]*|'(?:[^'\\\\\n]|\\\\.)+'"
              + "|\"\"\"(?<block>.*?)(?<!\\\\)\"\"\"|\"(?<line>(?:[^\"\\\\\n]|\\\\.)*)\"",
          Pattern.DOTALL);

  /** What comes before a name that Java code passes to a class that builds SQL. */
  private static final Pattern NAMING =
      Pattern.compile(
          "(?:new Table<\\w*>|Statement\\.\\w+|SealedColumn(?:\\.\\w+)?|ofUsers|Queries\\.on)"
              + "\\(\\s*(?:\"[^\"]*\",\\s*)?$");

  private static final Pattern SQL =
      Pattern.compile("\\b(?:SELECT|FROM|JOIN|INTO|UPDATE|TABLE|TRUNCATE)\\b");
  private static final Pattern MADE =
      Pattern.compile("CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\\w+)");
  private static final Pattern DROPPED = Pattern.compile("DROP TABLE (\\w+)");
  private static final Pattern VIEW =
      Pattern.compile("CREATE (?:OR REPLACE )?VIEW (\\w+)(.*?);", Pattern.DOTALL);

  private static final Pattern WRITTEN =
      Pattern.compile(
          "\\b(?:INSERT INTO|DELETE FROM|(?<!FOR )UPDATE)\\s+(?:ONLY\\s+)?([a-z_]+)\\b");
  private static final Pattern NAMED =
      Pattern.compile(
          "\\b(?:FROM|JOIN|INTO|UPDATE|USING|TABLE|TRUNCATE)\\s+(?:(?:ONLY|LATERAL)\\s+)*([a-z_]+)\\b(?!\\()"
              // Another table of a list: a comma, a name, and its alias or the next clause.
              + "|,\\s*([a-z_]+)\\s+(?:AS\\s+)?(?=[a-z]|WHERE\\b|JOIN\\b|LEFT\\b|CROSS\\b)");
  private static final Pattern CTE =
      Pattern.compile(
          "(?:WITH(?:\\s+RECURSIVE)?|,)\\s+(\\w+)(?:\\s*\\([^)]*\\))?\\s+AS\\s+(?:(?:NOT\\s+)?MATERIALIZED\\s+)?\\(");
  private static final Pattern FROM_CALLER =
      Pattern.compile("\\b(?:FROM|JOIN|INTO|(?<!FOR )UPDATE|LOCK TABLE|TRUNCATE)(?:\\s+%|\\s+$)");

  /** A text of a class, and the tables and views that it names. */
  private record Statement(
      String pkg, String type, String sql, Set<String> written, Set<String> named) {}

  private static final Map<String, String> VIEWS = views();
  private static final Set<String> TABLES = tables();
  private static final List<Statement> STATEMENTS = statements();

  @Test
  void a_table_has_one_owner() {
    Map<String, Set<String>> writers = writers();

    assertThat(
            writers.entrySet().stream()
                .filter(table -> table.getValue().size() > 1 && !OWNERS.containsKey(table.getKey()))
                .map(table ->
                    "%s write %s: write it in one package, or name its owner in OWNERS"
                        .formatted(String.join(" and ", table.getValue()), table.getKey())))
        .isEmpty();
    assertThat(OWNERS.keySet())
        .as("tables of OWNERS that not only their owner writes")
        .allSatisfy(table ->
            assertThat(writers.getOrDefault(table, Set.of()))
                .isNotEqualTo(Set.of(OWNERS.get(table))))
        .allSatisfy(table -> assertThat(TABLES).contains(table));
    assertThat(owners().keySet())
        .as("tables with an owner")
        .containsExactlyInAnyOrderElementsOf(TABLES);
  }

  @Test
  void a_statement_names_only_tables_of_its_own_package() {
    assertThat(foreign().stream().filter(found -> !isExempt(found)).map(Foreign::sentence))
        .isEmpty();
  }

  @Test
  void an_exception_is_needed() {
    assertThat(
            EXEMPT.stream()
                .flatMap(exempt ->
                    exempt.tables().stream()
                        .filter(table ->
                            foreign().stream()
                                .noneMatch(found ->
                                    found.type().equals(exempt.type())
                                        && found.table().equals(table)))
                        .map(table -> exempt.type() + " names no foreign " + table)))
        .isEmpty();
    assertThat(EXEMPT).allSatisfy(exempt -> assertThat(exempt.reason()).matches("[A-Z].*\\."));
  }

  /** The names of tables must be in the text of a statement, or this test is blind. */
  @Test
  void only_generic_classes_get_the_names_of_tables_from_their_callers() {
    assertThat(
            STATEMENTS.stream()
                .filter(text -> FROM_CALLER.matcher(text.sql()).find())
                .map(Statement::type)
                .distinct())
        .containsExactlyInAnyOrderElementsOf(GENERIC);
  }

  @Test
  void a_view_shows_tables_of_one_owner() {
    Map<String, String> owners = owners();

    assertThat(VIEWS)
        .allSatisfy((view, sql) ->
            assertThat(names(sql).stream().filter(TABLES::contains).map(owners::get).distinct())
                .as("the owners of the tables of view %s", view)
                .hasSize(1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT 1 FROM payment p JOIN attempt ON true | attempt payment",
        "SELECT 1 FROM customer, payment p WHERE true | customer payment",
        "WITH due AS (SELECT 1 FROM refund), event AS (SELECT 1) UPDATE alert SET x = 1 FROM event | alert refund",
        "DELETE FROM note n USING account WHERE EXISTS (SELECT FROM realm r) | account note realm",
        "INSERT INTO logo AS l (id) SELECT 1 FROM unnest(?) ON CONFLICT (id) DO UPDATE SET x = 1 | logo",
        "LOCK TABLE event IN SHARE MODE | event",
        "SELECT extract(epoch FROM now()), event FROM attempt FOR UPDATE OF attempt | attempt"
      })
  void the_tables_of_a_statement_are_found(String sql, String tables) {
    assertThat(names(sql)).containsExactlyInAnyOrder(tables.split(" "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "String s = \"SELECT 1 FROM payment\";",
        "char c = '\"'; String s = \"\"\"\n  SELECT 1\n    FROM payment\n  \"\"\";",
        "new Table<>(\"payment\", \"p\")",
        "Statement.guarded(\n    \"payment.take\",\n    \"payment\", \"id\")"
      })
  void the_statements_of_a_class_are_found(String java) {
    assertThat(statements("any", "any.Any", "// FROM refund\n" + java))
        .flatExtracting(Statement::named)
        .containsExactly("payment");
  }

  private record Foreign(String type, String table, String owner) {
    String sentence() {
      return "florin.%s names %s, which florin.%s owns: ask the owner, or declare a view"
          .formatted(type, table, owner);
    }
  }

  private static List<Foreign> foreign() {
    Map<String, String> owners = owners();
    return STATEMENTS.stream()
        .flatMap(statement ->
            statement.named().stream()
                .filter(TABLES::contains)
                .filter(table -> !statement.pkg().equals(owners.get(table)))
                .map(table ->
                    new Foreign(statement.type(), table, requireNonNull(owners.get(table)))))
        .toList();
  }

  private static boolean isExempt(Foreign found) {
    return EXEMPT.stream()
        .anyMatch(exempt ->
            exempt.type().equals(found.type()) && exempt.tables().contains(found.table()));
  }

  private static Map<String, Set<String>> writers() {
    var writers = new TreeMap<String, Set<String>>();
    for (Statement statement : STATEMENTS) {
      statement
          .written()
          .forEach(
              table -> writers.computeIfAbsent(table, _ -> new TreeSet<>()).add(statement.pkg()));
    }
    return writers;
  }

  private static Map<String, String> owners() {
    var owners = new TreeMap<String, String>();
    writers().forEach((table, writers) -> owners.put(table, String.join(" or ", writers)));
    owners.putAll(OWNERS);
    return owners;
  }

  private static List<Statement> statements() {
    try {
      return Sources.java().stream()
          .sorted()
          .flatMap(file -> {
            String type = Sources.className(file).substring("florin.".length());
            String pkg = type.contains(".") ? type.substring(0, type.lastIndexOf('.')) : "";
            return statements(pkg, type, read(file)).stream();
          })
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Statement> statements(String pkg, String type, String java) {
    var found = new ArrayList<Statement>();
    Matcher token = TOKEN.matcher(java);
    while (token.find()) {
      String line = token.group("line");
      String text = line == null ? token.group("block") : line;
      if (text == null) {
        continue;
      }
      if (TABLES.contains(text) && NAMING.matcher(java.substring(0, token.start())).find()) {
        found.add(new Statement(pkg, type, text, Set.of(text), Set.of(text)));
      } else {
        found.add(new Statement(pkg, type, text, all(WRITTEN, text), names(text)));
      }
    }
    return found;
  }

  /** Returns the tables and views that a statement names. */
  private static Set<String> names(String sql) {
    if (!SQL.matcher(sql).find()) {
      return Set.of();
    }
    Set<String> names = all(NAMED, sql);
    CTE.matcher(sql).results().forEach(cte -> names.remove(cte.group(1)));
    return names;
  }

  private static Set<String> all(Pattern pattern, String sql) {
    return pattern
        .matcher(sql)
        .results()
        .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
        .filter(name -> TABLES.contains(name) || VIEWS.containsKey(name))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> tables() {
    Set<String> tables =
        MADE.matcher(migrations())
            .results()
            .map(table -> table.group(1))
            .collect(Collectors.toSet());
    DROPPED.matcher(migrations()).results().forEach(table -> tables.remove(table.group(1)));
    return tables;
  }

  private static Map<String, String> views() {
    return VIEW.matcher(migrations())
        .results()
        .collect(Collectors.toMap(view -> view.group(1), view -> view.group(2), (_, last) -> last));
  }

  private static String migrations() {
    try (Stream<Path> scripts = Files.list(MIGRATIONS)) {
      return scripts.sorted().map(TablesTest::read).collect(joining("\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
