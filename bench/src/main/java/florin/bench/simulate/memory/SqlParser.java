package florin.bench.simulate.memory;

import florin.bench.simulate.memory.Expr.Term;
import florin.bench.simulate.memory.SelectPlan.Joined;
import florin.bench.simulate.memory.SelectPlan.RowSource;
import florin.bench.simulate.memory.SelectPlan.Sorting;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Parses SELECT statements, and the parts that INSERT and UPDATE share with them. */
final class SqlParser {
  private static final Set<String> NO_ALIAS =
      Set.of(
          "on",
          "where",
          "join",
          "left",
          "cross",
          "order",
          "limit",
          "union",
          "for",
          "set",
          "from",
          "returning");

  private final SqlWords words;
  private final SqlExpressions expressions;
  private final Optional<MemoryDatabase> database;
  private final List<String> incoming;

  /** Creates a parser for migrations, whose expressions refer to no other tables. */
  SqlParser(SqlWords words) {
    this(words, Optional.empty(), List.of());
  }

  /**
   * Creates a parser for statements.
   *
   * @param incoming columns of `:rows`
   */
  SqlParser(SqlWords words, Optional<MemoryDatabase> database, List<String> incoming) {
    this.words = words;
    this.expressions = new SqlExpressions(words, this);
    this.database = database;
    this.incoming = incoming;
  }

  SqlExpressions expressions() {
    return expressions;
  }

  /** A parsed source of rows. */
  interface SourceTerm {
    RowSource of(Scope outer);

    String alias();

    List<String> columns();
  }

  private record SourceRead(
      String alias, List<String> columns, java.util.function.Function<Scope, RowSource> source)
      implements SourceTerm {
    @Override
    public RowSource of(Scope outer) {
      return source.apply(outer);
    }
  }

  record JoinRead(SourceTerm source, boolean isLeft, List<Term> on) {}

  interface ItemRead {
    void addTo(Scope scope, List<String> names, List<Expr> output);
  }

  SelectTerm select() {
    words.require("select");
    List<ItemRead> items = items();
    List<JoinRead> joins = words.takes("from") ? sources() : List.of();
    List<Term> where = where();
    var order = new ArrayList<Term>();
    var descending = new ArrayList<Boolean>();
    if (words.takes("order", "by")) {
      do {
        order.add(expressions.expression());
        descending.add(words.takes("desc"));
      } while (words.takes(","));
    }
    Optional<Term> limit =
        words.takes("limit") ? Optional.of(expressions.expression()) : Optional.empty();
    if (words.takes("for", "share", "of")) { // held until the commit, as all rows are here
      words.name();
    }
    Optional<SelectTerm> union = words.takes("union") ? Optional.of(select()) : Optional.empty();
    return outer -> {
      var scope = new Scope(Optional.of(outer));
      List<Joined> joined = bind(joins, where, scope);
      var names = new ArrayList<String>();
      var output = new ArrayList<Expr>();
      items.forEach(item -> item.addTo(scope, names, output));
      List<Sorting> sorting =
          IntStream.range(0, order.size())
              .mapToObj(i -> new Sorting(order.get(i).of(scope), descending.get(i)))
              .toList();
      return new SelectPlan(
          joined,
          names,
          output,
          sorting,
          limit.map(term -> term.of(outer)),
          union.map(other -> other.of(outer)));
    };
  }

  List<ItemRead> items() {
    var items = new ArrayList<ItemRead>();
    if (words.sees("from")) {
      return items;
    }
    do {
      items.add(item());
    } while (words.takes(","));
    return items;
  }

  /** Parses an output column: a column, an expression with an optional name, or all columns. */
  ItemRead item() {
    if (words.takes("*")) {
      return (scope, names, output) ->
          IntStream.range(0, scope.size()).forEach(i -> addAll(scope, i, names, output));
    }
    if (words.seesName() && words.seesAfter(".", "*")) {
      String alias = words.name();
      words.require(".", "*");
      return (scope, names, output) ->
          IntStream.range(0, scope.size())
              .filter(i -> scope.alias(i).equals(alias))
              .forEach(i -> addAll(scope, i, names, output));
    }
    Term term = expressions.expression();
    String name = words.takes("as") ? words.name() : words.last();
    return (scope, names, output) -> {
      names.add(name);
      output.add(term.of(scope));
    };
  }

  private static void addAll(Scope scope, int source, List<String> names, List<Expr> output) {
    for (String column : scope.columns(source)) {
      names.add(column);
      output.add(
          new SqlExpressions.ColumnAt(
              new Scope.Place(0, source, scope.columns(source).indexOf(column))));
    }
  }

  /** Parses the columns after RETURNING, which refer to the written row. */
  List<ItemRead> returning() {
    return words.takes("returning") ? items() : List.of();
  }

  List<Term> where() {
    return words.takes("where") ? expressions.conjuncts() : List.of();
  }

  List<JoinRead> sources() {
    var joins = new ArrayList<JoinRead>();
    joins.add(new JoinRead(source(), false, List.of()));
    while (true) {
      boolean isLeft = words.takes("left");
      if (!words.takes("join")) {
        return joins;
      }
      SourceTerm source = source();
      words.require("on");
      joins.add(new JoinRead(source, isLeft, expressions.conjuncts()));
    }
  }

  private SourceTerm source() {
    if (words.takes(":", "rows")) {
      return new SourceRead(
          alias("r"), incoming, _ -> env -> List.<@Nullable Object[]>of(env.incoming()));
    }
    if (words.takes("unnest", "(")) {
      return unnested();
    }
    String table = words.name();
    Optional<ViewShape> view = MemoryDatabase.view(table);
    if (view.isPresent()) {
      ViewShape shape = view.get();
      return new SourceRead(alias(table), shape.columns(), _ -> new ViewRows(shape));
    }
    TableShape shape = table(table).shape();
    return new SourceRead(alias(table), shape.columns(), _ -> new TableRows(table));
  }

  /** Returns the updated table as the last source of an UPDATE. */
  JoinRead itself(String table, String alias) {
    return new JoinRead(
        new SourceRead(alias, table(table).shape().columns(), _ -> new TableRows(table)),
        false,
        List.of());
  }

  MemoryTable table(String name) {
    return database
        .orElseThrow(() -> words.notUnderstood("the table " + name + " in a script"))
        .table(name);
  }

  private SourceTerm unnested() {
    var arrays = new ArrayList<Term>();
    do {
      arrays.add(expressions.expression());
    } while (words.takes(","));
    words.require(")");
    words.takes("as");
    boolean isNamed = words.seesName() && !NO_ALIAS.contains(words.peek());
    String alias = isNamed ? words.name() : "unnest";
    List<String> columns =
        isNamed
            ? words.names()
            : IntStream.range(0, arrays.size()).mapToObj(i -> "column" + i).toList();
    return new SourceRead(
        alias,
        columns,
        scope -> {
          List<Expr> bound = arrays.stream().map(term -> term.of(scope)).toList();
          return env -> {
            List<List<?>> values =
                bound.stream()
                    .<List<?>>map(array -> (List<?>) Objects.requireNonNull(array.in(env)))
                    .toList();
            List<@Nullable Object[]> rows = new ArrayList<>();
            for (int i = 0; i < values.getFirst().size(); i++) {
              int at = i;
              rows.add(values.stream().<@Nullable Object>map(list -> list.get(at)).toArray());
            }
            return rows;
          };
        });
  }

  String alias(String otherwise) {
    boolean isSaid = words.takes("as");
    return isSaid || (words.seesName() && !NO_ALIAS.contains(words.peek()))
        ? words.name()
        : otherwise;
  }

  /** The rows of a table. */
  record TableRows(String table) implements RowSource {
    @Override
    public List<@Nullable Object[]> rows(Env env) {
      return values(env.database().table(table).rows());
    }

    @Override
    public Optional<List<@Nullable Object[]>> with(Env env, int column, @Nullable Object value) {
      return env.database().table(table).with(column, value).map(TableRows::values);
    }

    private static List<@Nullable Object[]> values(List<MemoryTable.Row> rows) {
      List<@Nullable Object[]> values = new ArrayList<>(rows.size());
      for (MemoryTable.Row row : rows) {
        values.add(row.values);
      }
      return values;
    }
  }

  /** The rows of a view, found with the indexes of its table. */
  private record ViewRows(ViewShape view) implements RowSource {
    @Override
    public List<@Nullable Object[]> rows(Env env) {
      return view.of(table().rows(env));
    }

    @Override
    public Optional<List<@Nullable Object[]>> with(Env env, int column, @Nullable Object value) {
      return table().with(env, view.at().get(column), value).map(view::of);
    }

    private TableRows table() {
      return new TableRows(view.table());
    }
  }

  /**
   * Resolves the sources and assigns each condition to the first source at which it can be
   * evaluated.
   */
  List<Joined> bind(List<JoinRead> joins, List<Term> where, Scope scope) {
    var sources = new ArrayList<RowSource>();
    var on = new ArrayList<List<Expr>>();
    var then = new ArrayList<List<Expr>>();
    for (JoinRead join : joins) {
      sources.add(join.source().of(scope));
      scope.add(join.source().alias(), join.source().columns());
      on.add(new ArrayList<>());
      then.add(new ArrayList<>());
      for (Term condition : join.on()) {
        on.getLast().add(condition.of(scope));
      }
    }
    for (Term condition : where) {
      scope.forget();
      Expr bound = condition.of(scope);
      int at = Math.max(0, scope.touched());
      (joins.get(at).isLeft() ? then : on).get(at).add(bound);
    }
    return IntStream.range(0, joins.size())
        .mapToObj(i ->
            new Joined(
                sources.get(i),
                scope.columns(i).size(),
                joins.get(i).isLeft(),
                on.get(i),
                then.get(i)))
        .toList();
  }
}
