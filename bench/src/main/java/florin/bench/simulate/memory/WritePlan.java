package florin.bench.simulate.memory;

import florin.bench.simulate.memory.Expr.Term;
import florin.bench.simulate.memory.MemoryTable.Row;
import florin.bench.simulate.memory.SelectPlan.Joined;
import florin.bench.simulate.memory.SqlParser.ItemRead;
import florin.bench.simulate.memory.SqlParser.JoinRead;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An executable INSERT, UPDATE, or DELETE, or a SELECT that guards a changeset. */
interface WritePlan {
  /**
   * The result of a write.
   *
   * @param returned a row for each written row; empty arrays without RETURNING
   */
  record Written(List<String> names, List<@Nullable Object[]> returned) {}

  Written run(Env env, MemoryTransaction transaction);

  static WritePlan read(SqlWords words, SqlParser parser) {
    if (words.sees("select")) {
      SelectPlan guard = parser.select().of(new Scope(Optional.empty()));
      return (env, _) -> new Written(guard.names(), guard.rows(env));
    }
    if (words.takes("insert", "into")) {
      return insert(words, parser);
    }
    return words.takes("delete", "from") ? delete(words, parser) : update(words, parser);
  }

  private static WritePlan insert(SqlWords words, SqlParser parser) {
    String table = words.name();
    String alias = parser.alias(table);
    List<String> columns = words.names();
    SelectPlan select = parser.select().of(new Scope(Optional.empty()));
    Optional<Conflict> conflict = Optional.empty();
    TableShape shape = parser.table(table).shape();
    if (words.takes("on", "conflict")) {
      conflict = Optional.of(Conflict.read(words, parser, shape, alias));
    }
    var scope = new Scope(Optional.empty());
    scope.add(alias, shape.columns());
    var returning = Returning.of(parser.returning(), scope);
    Optional<Conflict> onConflict = conflict;
    return (env, transaction) -> {
      MemoryTable target = env.database().table(table);
      List<@Nullable Object[]> returned = new ArrayList<>();
      for (@Nullable Object[] given : select.rows(env)) {
        @Nullable Object[] values = shape.defaults().stream().map(it -> it.in(env)).toArray();
        for (int i = 0; i < columns.size(); i++) {
          values[shape.columns().indexOf(columns.get(i))] = given[i];
        }
        Optional<Row> inTheWay = onConflict.flatMap(it -> target.conflicting(it.key(), values));
        if (inTheWay.isEmpty()) {
          returned.add(returning.of(target.insert(values, env, transaction).values, env));
        } else if (onConflict.get().resolve(target, inTheWay.get(), values, env, transaction)) {
          returned.add(returning.of(inTheWay.get().values, env));
        }
      }
      return new Written(returning.names(), returned);
    };
  }

  private static WritePlan update(SqlWords words, SqlParser parser) {
    words.require("update");
    String table = words.name();
    String alias = parser.alias(table);
    TableShape shape = parser.table(table).shape();
    Map<Integer, Term> set = settings(words, parser, shape);
    var joins = new ArrayList<JoinRead>(words.takes("from") ? parser.sources() : List.of());
    joins.add(parser.itself(table, alias));
    List<Term> where = parser.where();
    var scope = new Scope(Optional.of(new Scope(Optional.empty())));
    List<Joined> joined = parser.bind(joins, where, scope);
    var changes = new LinkedHashMap<Integer, Expr>();
    set.forEach((column, term) -> changes.put(column, term.of(scope)));
    var of = new Scope(Optional.empty());
    of.add(alias, shape.columns());
    var returning = Returning.of(parser.returning(), of);
    var plan =
        new SelectPlan(joined, List.of(), List.of(), List.of(), Optional.empty(), Optional.empty());
    int self = joins.size() - 1;
    return (env, transaction) -> {
      MemoryTable target = env.database().table(table);
      var after = new LinkedHashMap<Row, @Nullable Object[]>();
      plan.walk(
          env.inner(joined.size()),
          at -> {
            @Nullable Object[] values = at.rows()[self].clone();
            changes.forEach((column, value) -> values[column] = value.in(at));
            after.putIfAbsent(target.row(at.rows()[self]), values);
          });
      List<@Nullable Object[]> returned = new ArrayList<>();
      after.forEach((row, values) -> {
        target.update(row, values, env, transaction);
        returned.add(returning.of(values, env));
      });
      return new Written(returning.names(), returned);
    };
  }

  private static WritePlan delete(SqlWords words, SqlParser parser) {
    String table = words.name();
    String alias = parser.alias(table);
    List<Term> where = parser.where();
    var scope = new Scope(Optional.of(new Scope(Optional.empty())));
    List<Joined> joined = parser.bind(List.of(parser.itself(table, alias)), where, scope);
    var plan =
        new SelectPlan(joined, List.of(), List.of(), List.of(), Optional.empty(), Optional.empty());
    return (env, transaction) -> {
      MemoryTable target = env.database().table(table);
      var gone = new ArrayList<Row>();
      plan.walk(env.inner(joined.size()), at -> gone.add(target.row(at.rows()[0])));
      gone.forEach(row -> target.delete(row, env, transaction));
      return new Written(List.of(), gone.stream().map(_ -> new @Nullable Object[0]).toList());
    };
  }

  /** Parses the assignments after SET. */
  private static Map<Integer, Term> settings(SqlWords words, SqlParser parser, TableShape shape) {
    words.require("set");
    var set = new LinkedHashMap<Integer, Term>();
    do {
      int column = shape.columns().indexOf(words.name());
      words.require("=");
      set.put(column, parser.expressions().expression());
    } while (words.takes(","));
    return set;
  }

  /** The columns after RETURNING. */
  record Returning(List<String> names, List<Expr> output) {
    static Returning of(List<ItemRead> items, Scope scope) {
      var names = new ArrayList<String>();
      var output = new ArrayList<Expr>();
      items.forEach(item -> item.addTo(scope, names, output));
      return new Returning(names, output);
    }

    @Nullable Object[] of(@Nullable Object[] values, Env env) {
      Env level = env.inner(1);
      level.rows()[0] = values;
      return output.stream().map(column -> column.in(level)).toArray();
    }
  }

  /**
   * The action for a row whose key exists.
   *
   * @param set assignments to the existing row; empty for DO NOTHING
   */
  record Conflict(List<String> key, Map<Integer, Expr> set, List<Expr> where) {
    static Conflict read(SqlWords words, SqlParser parser, TableShape shape, String alias) {
      List<String> key = words.names();
      words.require("do");
      if (words.takes("nothing")) {
        return new Conflict(key, Map.of(), List.of());
      }
      words.require("update");
      var scope = new Scope(Optional.empty());
      scope.add(alias, shape.columns());
      scope.add("excluded", shape.columns());
      var set = new LinkedHashMap<Integer, Expr>();
      settings(words, parser, shape).forEach((column, term) -> set.put(column, term.of(scope)));
      return new Conflict(key, set, parser.where().stream().map(term -> term.of(scope)).toList());
    }

    /** Handles the conflict. Returns false if the existing row stays unchanged. */
    boolean resolve(
        MemoryTable target,
        Row there,
        @Nullable Object[] excluded,
        Env env,
        MemoryTransaction transaction) {
      Env level = env.inner(2);
      level.rows()[0] = there.values;
      level.rows()[1] = excluded;
      if (set.isEmpty() || !where.stream().allMatch(it -> Expr.isTrue(it.in(level)))) {
        return false;
      }
      @Nullable Object[] values = there.values.clone();
      set.forEach((column, value) -> values[column] = value.in(level));
      target.update(there, values, env, transaction);
      return true;
    }
  }
}
