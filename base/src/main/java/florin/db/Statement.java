package florin.db;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One SQL statement that applies many rows at the same time: each parameter is an array with one
 * element for each row. If a statement runs often, its rows are one binary parameter: {@link
 * RowType}.
 *
 * <p>The SQL reads its rows from the placeholder `:rows`, a table with the declared columns. Rows
 * come in ascending order of the key, and committers are configured so that the plan reads them in
 * that order. So two statements lock the rows they share in the same order. If that fails, a
 * deadlock results, which PostgreSQL ends and {@link GroupCommit} runs again.
 *
 * <p>After `:rows`, SQL may use `:realm` for `r.realm_id`. In a distributed database, the statement
 * then runs separately for each realm, with the realm as a value.
 *
 * @param table the table whose row is locked or claimed; a batch contains each combination of table
 *     and key only once
 * @param columns the columns of `:rows`, each an array
 * @param key the index of the column of `:rows`, of type `uuid`, that identifies the changed row
 * @param effect the number of rows that must be changed for the changeset to hold
 * @param rowType the type of the rows' parameter; empty for one array for each column
 */
public record Statement(
    String name,
    String table,
    List<Parameter> columns,
    int key,
    Effect effect,
    String sql,
    Optional<RowType> rowType) {
  private static final String REALM = ":realm";

  /** The required effect of a statement. If it is not met, its changeset is undone. */
  public enum Effect {
    /** Inserts new rows: PostgreSQL inserts all of them or fails. */
    INSERT,
    /**
     * Changes each row, and `RETURNING` lists the changed keys. A version that changed or a key
     * that is taken undoes the changeset.
     */
    GUARDED,
    /** Reads rows that must exist. Many changesets of a batch may name the same row. */
    SHARED,
    /** May change a row or not, without consequences. */
    ANY,
    /**
     * Creates any number of rows from each row, and `RETURNING` lists them. The {@link
     * MadeListener} receives them once they are durable.
     */
    SPREAD;

    /** Returns whether a row that is not found undoes the changeset. */
    boolean isGuard() {
      return this == GUARDED || this == SHARED;
    }

    /** Returns whether two changesets on one row may not be in one batch. */
    boolean isExclusive() {
      return this == GUARDED || this == ANY;
    }
  }

  /**
   * One column of `:rows`.
   *
   * @param type a PostgreSQL type: `bigint`, `integer`, `boolean`, `text`, `bytea`, `uuid`,
   *     `timestamptz`, `jsonb`
   */
  public record Parameter(String name, String type) {
    static Parameter parse(String declaration) {
      int space = declaration.indexOf(' ');
      return new Parameter(
          declaration.substring(0, space), declaration.substring(space + 1).strip());
    }
  }

  public Statement {
    columns = List.copyOf(columns);
    if (!columns.get(key).type().equals("uuid")) {
      throw new IllegalArgumentException(name + ": the key must be a uuid");
    }
  }

  /**
   * Returns a statement that inserts rows.
   *
   * @param columns declarations such as `realm_id bigint, id uuid`
   * @param key the column that identifies a row
   */
  public static Statement insert(String table, String key, String columns) {
    return insert(table, key, parse(columns));
  }

  static Statement insert(String table, String key, List<Parameter> declared) {
    String names = declared.stream().map(Parameter::name).collect(Collectors.joining(", "));
    String sql = "INSERT INTO " + table + " (" + names + ")\nSELECT " + names + "\n  FROM :rows";
    return of(table + ".insert", table, key, declared, Effect.INSERT, sql);
  }

  /** Returns a statement that must change every row. Its SQL ends with `RETURNING` and the key. */
  public static Statement guarded(
      String name, String table, String key, String columns, String sql) {
    return guarded(name, table, key, parse(columns), sql);
  }

  static Statement guarded(
      String name, String table, String key, List<Parameter> columns, String sql) {
    return of(name, table, key, columns, Effect.GUARDED, sql);
  }

  /** Returns a statement that reads rows which must exist. Its SQL returns their keys. */
  public static Statement shared(
      String name, String table, String key, String columns, String sql) {
    return of(name, table, key, parse(columns), Effect.SHARED, sql);
  }

  /** Returns a statement that may change nothing. */
  public static Statement lenient(
      String name, String table, String key, String columns, String sql) {
    return lenient(name, table, key, parse(columns), sql);
  }

  static Statement lenient(
      String name, String table, String key, List<Parameter> columns, String sql) {
    return of(name, table, key, columns, Effect.ANY, sql);
  }

  /**
   * Returns a statement that creates any number of rows from each row. Its SQL returns the new
   * rows.
   */
  public static Statement spreading(
      String name, String table, String key, String columns, String sql) {
    return of(name, table, key, parse(columns), Effect.SPREAD, sql);
  }

  /**
   * Returns one row for this statement, with its values in the order of the columns. Null and an
   * empty Optional are SQL's NULL.
   */
  public Write row(@Nullable Object... values) {
    if (values.length != columns.size()) {
      throw new IllegalArgumentException(
          name + " has " + columns.size() + " columns, not " + values.length);
    }
    @Nullable Object[] plain = new @Nullable Object[values.length];
    for (int i = 0; i < values.length; i++) {
      plain[i] = values[i] instanceof Optional<?> optional ? optional.orElse(null) : values[i];
    }
    return new Write(this, plain);
  }

  /**
   * Returns the statement with its rows sent as one array of a composite type: {@link
   * RecordStatement#sentAs}.
   */
  public Statement sentAs(String type) {
    return new Statement(
        name, table, columns, key, effect, sql, Optional.of(RowType.of(type, columns)));
  }

  /** Returns whether it can run separately for each realm. */
  boolean isByRealm() {
    return sql.contains(REALM);
  }

  /** Returns how often the SQL names the realm, if it runs for one realm. */
  int realms() {
    return sql.split(REALM, -1).length - 1;
  }

  Long realmOf(Write row) {
    int column = columns.stream().map(Parameter::name).toList().indexOf("realm_id");
    return (Long) Objects.requireNonNull(row.values()[column]);
  }

  /**
   * Returns the SQL with `:rows` and `:realm` expanded.
   *
   * @param ofOneRealm whether the realm is a parameter, after those of the rows
   */
  String expandedSql(boolean ofOneRealm) {
    String arrays =
        rowType
            .map(type -> "?::" + type.name() + "[]")
            .orElseGet(() ->
                columns.stream()
                    .map(column -> SqlArrays.placeholder(column.type()))
                    .collect(Collectors.joining(", ")));
    String names = columns.stream().map(Parameter::name).collect(Collectors.joining(", "));
    // Every statement of Florin names its rows `r`.
    return sql.replaceFirst(":rows( r)?", "unnest(" + arrays + ") AS r(" + names + ")")
        .replace(REALM, ofOneRealm ? "?::bigint" : "r.realm_id");
  }

  private static Statement of(
      String name, String table, String key, List<Parameter> columns, Effect effect, String sql) {
    int index = columns.stream().map(Parameter::name).toList().indexOf(key);
    if (index < 0) {
      throw new IllegalArgumentException(name + " has no column " + key);
    }
    return new Statement(name, table, columns, index, effect, sql, Optional.empty());
  }

  private static List<Parameter> parse(String columns) {
    return Arrays.stream(columns.split(",")).map(String::strip).map(Parameter::parse).toList();
  }
}
