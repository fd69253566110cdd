package florin.db;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table whose rows are records of one type. Each column is declared once, and the statements that
 * write rows consist of columns, never of positions. So a value's name, its type and its source in
 * the record are defined in one place.
 *
 * <p>A table has the key of a realm's object, `realm_id` and `id`, or one key column. If its rows
 * are updated, it also has a `version`.
 *
 * @param <T> the record of a row
 */
public final class Table<T> {
  private static final String REALM = "realm_id";
  private static final String ID = "id";
  private static final String VERSION = "version";

  private final String name;
  private final String alias;
  private final List<String> key;
  private final List<Column<T, ?>> columns = new ArrayList<>();

  /**
   * Creates a table whose rows belong to realms.
   *
   * @param alias the SQL alias of an existing row; `r` is the new row
   */
  public Table(String name, String alias) {
    this(name, alias, List.of(REALM, ID));
  }

  /**
   * Creates a table without realms.
   *
   * @param key the key column, a `uuid`
   */
  public Table(String name, String alias, String key) {
    this(name, alias, List.of(key));
  }

  private Table(String name, String alias, List<String> key) {
    this.name = name;
    this.alias = alias;
    this.key = key;
  }

  /** Adds a column that is never null. */
  public <V> Column<T, V> column(String column, SqlType<V> type, Function<T, V> value) {
    return add(Column.required(column, type, value));
  }

  /** Adds a column that is null if there is no value. */
  public <V> Column<T, Optional<V>> optional(
      String column, SqlType<V> type, Function<T, Optional<V>> value) {
    return add(Column.optional(column, type, value));
  }

  /** Returns a parameter that is no column of the table, for a statement with its own SQL. */
  public <V> Column<T, V> parameter(String column, SqlType<V> type, Function<T, V> value) {
    return Column.required(column, type, value);
  }

  private <V> Column<T, V> add(Column<T, V> column) {
    columns.add(column);
    return column;
  }

  /** Returns a statement that inserts rows, with defaults in some columns. */
  @SafeVarargs
  @SuppressWarnings("varargs") // they are only read
  public final RecordStatement<T> insertWithout(Column<T, ?>... defaults) {
    List<Column<T, ?>> inserted = without(defaults);
    return new RecordStatement<>(
        Statement.insert(name, identity(), declarations(inserted)), inserted);
  }

  /**
   * Returns a statement that inserts rows with defaults in some columns. If a key is taken, it
   * undoes the changeset.
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // they are only read
  public final RecordStatement<T> insertOnceWithout(String statement, Column<T, ?>... defaults) {
    List<Column<T, ?>> inserted = without(defaults);
    String names = inserted.stream().map(Column::name).collect(Collectors.joining(", "));
    String sql =
        """
        INSERT INTO %1$s (%2$s)
        SELECT %2$s
          FROM :rows
            ON CONFLICT (%3$s) DO NOTHING
        RETURNING %4$s\
        """
            .formatted(name, names, String.join(", ", key), identity());
    return new RecordStatement<>(
        Statement.guarded(statement, name, identity(), declarations(inserted), sql), inserted);
  }

  @SafeVarargs
  @SuppressWarnings("varargs") // they are only read
  private List<Column<T, ?>> without(Column<T, ?>... defaults) {
    Set<Column<T, ?>> left = Set.of(defaults);
    return columns.stream().filter(column -> !left.contains(column)).toList();
  }

  private String identity() {
    return key.getLast();
  }

  /** Returns a statement that sets these columns, only if the version is the one that was read. */
  @SafeVarargs
  @SuppressWarnings("varargs") // they are only read
  public final RecordStatement<T> update(String statement, Column<T, ?>... changed) {
    return updateWhere(statement, "", changed);
  }

  /**
   * Returns a statement that sets these columns, only if the version and one more condition hold.
   *
   * @param condition on the existing row, for example `c.deleted_at IS NULL`
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // they are only read
  public final RecordStatement<T> updateWhere(
      String statement, String condition, Column<T, ?>... changed) {
    String set =
        Stream.concat(Stream.of(VERSION), Arrays.stream(changed).map(Column::name))
            .map(column -> column + " = r." + column)
            .collect(Collectors.joining(",\n       "));
    String isRow =
        key.stream()
            .map(column ->
                "%s.%s = %s"
                    .formatted(alias, column, column.equals(REALM) ? ":realm" : "r." + column))
            .collect(Collectors.joining("\n   AND "));
    String sql =
        """
        UPDATE %1$s %2$s
           SET %3$s
          FROM :rows r
         WHERE %4$s
           AND %2$s.version = r.version - 1%5$s
        RETURNING %2$s.%6$s\
        """
            .formatted(
                name,
                alias,
                set,
                isRow,
                condition.isEmpty() ? "" : "\n   AND " + condition,
                identity());
    return guarded(statement, sql, changed);
  }

  /**
   * Returns a guarded statement with its own SQL, which returns the changed ids. Its parameters are
   * the key, the version and these columns. For a table without a version, they are all columns and
   * these.
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // they are only read
  public final RecordStatement<T> guarded(String statement, String sql, Column<T, ?>... changed) {
    List<Column<T, ?>> all = withKeyAndVersion(changed);
    return new RecordStatement<>(
        Statement.guarded(statement, name, identity(), declarations(all), sql), all);
  }

  /** Returns a statement with its own SQL that may change nothing, and returns nothing. */
  @SafeVarargs
  @SuppressWarnings("varargs") // they are only read
  public final RecordStatement<T> lenient(String statement, String sql, Column<T, ?>... changed) {
    List<Column<T, ?>> all = withKeyAndVersion(changed);
    return new RecordStatement<>(
        Statement.lenient(statement, name, identity(), declarations(all), sql), all);
  }

  @SafeVarargs
  @SuppressWarnings("varargs") // they are only read
  private List<Column<T, ?>> withKeyAndVersion(Column<T, ?>... changed) {
    if (columns.stream().noneMatch(column -> column.name().equals(VERSION))) {
      return Stream.concat(columns.stream(), Arrays.stream(changed)).toList();
    }
    return Stream.concat(
            Stream.concat(key.stream(), Stream.of(VERSION)).<Column<T, ?>>map(this::named),
            Arrays.stream(changed))
        .toList();
  }

  private Column<T, ?> named(String column) {
    return columns.stream()
        .filter(candidate -> candidate.name().equals(column))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(name + " has no column " + column));
  }

  private static <T> List<Statement.Parameter> declarations(List<Column<T, ?>> all) {
    return all.stream().map(Column::declaration).toList();
  }
}
