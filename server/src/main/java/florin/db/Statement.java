package florin.db;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One SQL statement that applies many rows at once: every parameter is an array with one element a
 * row. Where a statement runs often, its rows are one parameter, in binary: {@link RowType}.
 *
 * <p>The SQL reads its rows from the place-holder `:rows`, a table with the declared columns. Rows
 * come in ascending order of the key, and committers are set up so that the plan walks them in that
 * order; so two statements lock the rows they share in the same order. What slips through is a
 * deadlock, which PostgreSQL ends and {@link GroupCommit} reruns.
 *
 * <p>Behind `:rows`, SQL may say `:realm` where it means `r.realm_id`: where the database is spread
 * over several servers, the statement is then carried out for each realm by itself, and says which.
 *
 * @param table the table whose row is locked or claimed; together with the key it is what a batch
 *     holds only once
 * @param columns the columns of `:rows`, each an array
 * @param key which column of `:rows`, of type `uuid`, names the row that is touched
 * @param effect how many rows must be touched for the changeset to hold
 * @param rowType what the rows are sent as; empty for an array a column
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

  /** What must be true of a statement's effect, else the changeset it belongs to is undone. */
  public enum Effect {
    /** New rows: PostgreSQL inserts all of them or raises. */
    INSERT,
    /**
     * Each row must be touched, and `RETURNING` names the keys that were: a version that moved or a
     * key that is taken undoes.
     */
    GUARDED,
    /**
     * Each row must be there, and is only looked at: many changesets of a batch may name the same.
     */
    SHARED,
    /** Nothing depends on whether a row was touched. */
    ANY,
    /**
     * Any number of rows follow from each, and `RETURNING` tells of them: the {@link MadeListener}
     * hears it once they are durable.
     */
    SPREAD;

    /** Whether a row that is not touched undoes the changeset. */
    boolean isGuard() {
      return this == GUARDED || this == SHARED;
    }

    /** Whether two changesets on one row must not meet in one batch. */
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
   * Inserts rows as they are.
   *
   * @param columns declarations such as `realm_id bigint, id uuid`
   * @param key the column that names a row
   */
  public static Statement insert(String table, String key, String columns) {
    return insert(table, key, parse(columns));
  }

  static Statement insert(String table, String key, List<Parameter> declared) {
    String names = declared.stream().map(Parameter::name).collect(Collectors.joining(", "));
    String sql = "INSERT INTO " + table + " (" + names + ")\nSELECT " + names + "\n  FROM :rows";
    return of(table + ".insert", table, key, declared, Effect.INSERT, sql);
  }

  /** A statement whose every row must be touched; its SQL ends in `RETURNING` the key. */
  public static Statement guarded(
      String name, String table, String key, String columns, String sql) {
    return guarded(name, table, key, parse(columns), sql);
  }

  static Statement guarded(
      String name, String table, String key, List<Parameter> columns, String sql) {
    return of(name, table, key, columns, Effect.GUARDED, sql);
  }

  /** A look at rows that must be there; its SQL returns their keys. */
  public static Statement shared(
      String name, String table, String key, String columns, String sql) {
    return of(name, table, key, parse(columns), Effect.SHARED, sql);
  }

  /** A statement that may find nothing to do. */
  public static Statement lenient(
      String name, String table, String key, String columns, String sql) {
    return lenient(name, table, key, parse(columns), sql);
  }

  static Statement lenient(
      String name, String table, String key, List<Parameter> columns, String sql) {
    return of(name, table, key, columns, Effect.ANY, sql);
  }

  /** A statement by which any number of rows follow from each; its SQL returns what they are. */
  public static Statement spreading(
      String name, String table, String key, String columns, String sql) {
    return of(name, table, key, parse(columns), Effect.SPREAD, sql);
  }

  /**
   * One row for this statement, its values in the order of the columns. A null stands for SQL's
   * NULL, an empty Optional too.
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

  /** The same, its rows sent as one array of a composite type: {@link RecordStatement#sentAs}. */
  public Statement sentAs(String type) {
    return new Statement(
        name, table, columns, key, effect, sql, Optional.of(RowType.of(type, columns)));
  }

  /** Whether it can be carried out for each realm by itself. */
  boolean isByRealm() {
    return sql.contains(REALM);
  }

  /** How often the SQL says of which realm it is, where it is carried out for one. */
  int realms() {
    return sql.split(REALM, -1).length - 1;
  }

  Long realmOf(Write row) {
    int column = columns.stream().map(Parameter::name).toList().indexOf("realm_id");
    return (Long) Objects.requireNonNull(row.values()[column]);
  }

  /**
   * The SQL with `:rows` and `:realm` spelled out.
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
