package florin.bench.simulate.memory;

import florin.bench.simulate.memory.Expr.Equation;
import florin.bench.simulate.memory.Expr.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BinaryOperator;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Parses expressions by precedence, lowest first. Conditions have three truth values, as in SQL.
 */
final class SqlExpressions {
  private final SqlWords words;
  private final SqlParser parser;
  private int parameters;

  SqlExpressions(SqlWords words, SqlParser parser) {
    this.words = words;
    this.parser = parser;
  }

  Term expression() {
    Term left = conjunction();
    while (words.takes("or")) {
      left = or(left, conjunction());
    }
    return left;
  }

  private static Term or(Term one, Term other) {
    return scope -> {
      Expr left = one.of(scope);
      Expr right = other.of(scope);
      return env -> {
        Object first = left.in(env);
        if (Expr.isTrue(first)) {
          return true;
        }
        Object second = right.in(env);
        return Expr.isTrue(second)
            ? Boolean.TRUE
            : ((first == null || second == null) ? null : false);
      };
    };
  }

  private Term conjunction() {
    List<Term> all = conjuncts();
    Term left = all.getFirst();
    for (Term right : all.subList(1, all.size())) {
      left = and(left, right);
    }
    return left;
  }

  /** Parses conditions joined with AND and returns them separately. */
  List<Term> conjuncts() {
    var all = new ArrayList<Term>();
    do {
      all.add(negation());
    } while (words.takes("and"));
    if (words.takes("or")) {
      Term left = all.getFirst();
      for (Term right : all.subList(1, all.size())) {
        left = and(left, right);
      }
      Term whole = or(left, conjunction());
      while (words.takes("or")) {
        whole = or(whole, conjunction());
      }
      return List.of(whole);
    }
    return all;
  }

  private static Term and(Term one, Term other) {
    return scope -> {
      Expr left = one.of(scope);
      Expr right = other.of(scope);
      return env -> {
        Object first = left.in(env);
        if (Boolean.FALSE.equals(first)) {
          return false;
        }
        Object second = right.in(env);
        return Boolean.FALSE.equals(second)
            ? Boolean.FALSE
            : ((first == null || second == null) ? null : true);
      };
    };
  }

  private Term negation() {
    if (!words.takes("not")) {
      return comparison();
    }
    Term inner = negation();
    return scope -> {
      Expr truth = inner.of(scope);
      return env -> truth.in(env) instanceof Boolean known ? !known : null;
    };
  }

  private Term comparison() {
    Term left = sum();
    if (words.takes("is", "not", "null")) {
      return isNull(left, false);
    }
    if (words.takes("is", "null")) {
      return isNull(left, true);
    }
    if (words.takes("in")) {
      return in(left);
    }
    if (words.takes("between")) {
      Term low = sum();
      words.require("and");
      return and(
          compared(low, left, order -> order <= 0), compared(left, sum(), order -> order <= 0));
    }
    if (words.takes("&&")) {
      return strict(left, sum(), SqlValues::overlap);
    }
    if (words.takes("~")) {
      return strict(left, sum(), (text, regex) -> ((String) text).matches((String) regex));
    }
    if (words.takes("=", "any")) {
      return anyOf(left, inBrackets(), true);
    }
    if (words.takes("<>", "all")) {
      return anyOf(left, inBrackets(), false);
    }
    for (Comparison operator : Comparison.values()) {
      if (words.takes(operator.symbol)) {
        Term right = sum();
        return operator == Comparison.EQUAL
            ? equation(left, right)
            : compared(left, right, operator.holds);
      }
    }
    return left;
  }

  @SuppressWarnings("ImmutableEnumChecker") // its functions are stateless
  private enum Comparison {
    EQUAL("=", order -> order == 0),
    OTHER("<>", order -> order != 0),
    AT_MOST("<=", order -> order <= 0),
    AT_LEAST(">=", order -> order >= 0),
    LESS("<", order -> order < 0),
    MORE(">", order -> order > 0);

    final String symbol;
    final IntPredicate holds;

    Comparison(String symbol, IntPredicate holds) {
      this.symbol = symbol;
      this.holds = holds;
    }
  }

  private static Term isNull(Term of, boolean wanted) {
    return scope -> {
      Expr value = of.of(scope);
      return env -> (value.in(env) == null) == wanted;
    };
  }

  private static Term compared(Term one, Term other, IntPredicate holds) {
    return strict(one, other, (left, right) -> holds.test(SqlValues.compare(left, right)));
  }

  /** Returns an equality comparison, as an {@link Equation} if one side is a column. */
  private static Term equation(Term one, Term other) {
    return scope -> {
      int before = scope.touched();
      scope.forget();
      Expr left = one.of(scope);
      int leftNeeds = scope.touched();
      scope.forget();
      Expr right = other.of(scope);
      int rightNeeds = scope.touched();
      scope.touch(Math.max(before, leftNeeds));
      Expr whole = strictly(left, right, (a, b) -> SqlValues.compare(a, b) == 0);
      if (isOwnColumn(left) && leftNeeds > rightNeeds) {
        return new Equation(((ColumnAt) left).place(), right, rightNeeds, whole);
      }
      return isOwnColumn(right) && rightNeeds > leftNeeds
          ? new Equation(((ColumnAt) right).place(), left, leftNeeds, whole)
          : whole;
    };
  }

  private static boolean isOwnColumn(Expr side) {
    return side instanceof ColumnAt(Scope.Place place) && place.depth() == 0;
  }

  private static Term strict(Term one, Term other, BinaryOperator<Object> operator) {
    return scope -> strictly(one.of(scope), other.of(scope), operator);
  }

  private static Expr strictly(Expr left, Expr right, BinaryOperator<Object> operator) {
    return env -> {
      Object first = left.in(env);
      Object second = first == null ? null : right.in(env);
      return first == null || second == null ? null : operator.apply(first, second);
    };
  }

  private Term inBrackets() {
    words.require("(");
    Term inner = expression();
    words.require(")");
    return inner;
  }

  private static Term anyOf(Term one, Term list, boolean wanted) {
    return strict(
        one,
        list,
        (value, among) -> {
          List<?> values =
              among instanceof String text
                  ? List.of(text.substring(1, text.length() - 1).split(","))
                  : (List<?>) among;
          return values.contains(value) == wanted;
        });
  }

  private Term in(Term left) {
    words.require("(");
    if (words.sees("select")) {
      SelectTerm select = parser.select();
      words.require(")");
      return scope -> {
        Expr value = left.of(scope);
        SelectPlan plan = select.of(scope);
        return env -> {
          Object sought = value.in(env);
          return plan.rows(env).stream().anyMatch(row -> sought != null && isRow(row, sought));
        };
      };
    }
    List<Term> listed = list();
    return scope -> {
      Expr value = left.of(scope);
      List<Expr> among = listed.stream().map(term -> term.of(scope)).toList();
      return env -> {
        Object sought = value.in(env);
        return sought == null ? null : among.stream().anyMatch(each -> sought.equals(each.in(env)));
      };
    };
  }

  private static boolean isRow(@Nullable Object[] row, Object sought) {
    return sought instanceof List<?> several
        ? several.equals(java.util.Arrays.asList(row))
        : sought.equals(row[0]);
  }

  /** Parses expressions up to the closing parenthesis. */
  private List<Term> list() {
    var all = new ArrayList<Term>();
    do {
      all.add(expression());
    } while (words.takes(","));
    words.require(")");
    return all;
  }

  private Term sum() {
    Term left = product();
    while (true) {
      if (words.takes("+")) {
        left = strict(left, product(), SqlValues::plus);
      } else if (words.takes("-")) {
        left = strict(left, product(), SqlValues::minus);
      } else {
        return left;
      }
    }
  }

  private Term product() {
    Term left = cast();
    while (words.takes("%")) {
      left = strict(left, cast(), (number, by) -> (Long) number % (Long) by);
    }
    return left;
  }

  private Term cast() {
    Term left = primary();
    while (words.takes("::")) {
      String type = words.name();
      words.takes("[", "]");
      Term inner = left;
      left =
          scope -> {
            Expr value = inner.of(scope);
            return env -> SqlValues.cast(value.in(env), type);
          };
    }
    return left;
  }

  private Term primary() {
    if (words.seesText()) {
      return constant(words.next());
    }
    if (words.seesNumber()) {
      return constant(Long.valueOf(words.next()));
    }
    if (words.takes("?")) {
      int at = parameters++;
      return _ -> env -> env.parameters()[at];
    }
    if (words.takes("(")) {
      List<Term> all = list();
      return all.size() == 1 ? all.getFirst() : row(all);
    }
    if (words.takes("case")) {
      return cases();
    }
    if (words.takes("exists", "(")) {
      SelectTerm select = parser.select();
      words.require(")");
      return scope -> {
        SelectPlan plan = select.of(scope);
        return env -> !plan.rows(env).isEmpty();
      };
    }
    if (words.takes("interval")) {
      return constant(SqlValues.interval(words.next()));
    }
    if (words.takes("array", "[")) {
      return array();
    }
    return named();
  }

  private static Term constant(Object value) {
    return _ -> _ -> value;
  }

  private static Term row(List<Term> all) {
    return scope -> {
      List<Expr> parts = all.stream().map(term -> term.of(scope)).toList();
      return env -> java.util.Arrays.asList(parts.stream().map(part -> part.in(env)).toArray());
    };
  }

  private Term array() {
    var all = new ArrayList<Term>();
    do {
      all.add(expression());
    } while (words.takes(","));
    words.require("]");
    return row(all);
  }

  private Term cases() {
    Optional<Term> subject = words.sees("when") ? Optional.empty() : Optional.of(expression());
    var conditions = new ArrayList<Term>();
    var results = new ArrayList<Term>();
    while (words.takes("when")) {
      Term condition = expression();
      conditions.add(
          subject.map(value -> compared(value, condition, order -> order == 0)).orElse(condition));
      words.require("then");
      results.add(expression());
    }
    Term otherwise = words.takes("else") ? expression() : _ -> _ -> null;
    words.require("end");
    return scope -> {
      List<Expr> whens = conditions.stream().map(term -> term.of(scope)).toList();
      List<Expr> thens = results.stream().map(term -> term.of(scope)).toList();
      Expr last = otherwise.of(scope);
      return env -> {
        for (int i = 0; i < whens.size(); i++) {
          if (Expr.isTrue(whens.get(i).in(env))) {
            return thens.get(i).in(env);
          }
        }
        return last.in(env);
      };
    };
  }

  private Term named() {
    String name = words.name();
    switch (name) {
      case "null" -> {
        return _ -> _ -> null;
      }
      case "true" -> {
        return constant(true);
      }
      case "false" -> {
        return constant(false);
      }
      default -> {
        // a column or a function
      }
    }
    if (words.takes("(")) {
      return function(name);
    }
    if (words.takes(".")) {
      String column = words.name();
      return scope -> new ColumnAt(scope.find(Optional.of(name), column));
    }
    return scope -> new ColumnAt(scope.find(Optional.empty(), name));
  }

  private Term function(String name) {
    List<Term> given = words.takes(")") ? List.of() : list();
    return scope -> {
      List<Expr> parts = given.stream().map(term -> term.of(scope)).toList();
      return env ->
          call(
              name,
              java.util.Arrays.asList(parts.stream().map(part -> part.in(env)).toArray()),
              env);
    };
  }

  private @Nullable Object call(String name, List<@Nullable Object> given, Env env) {
    return switch (name) {
      case "now" -> env.now();
      case "coalesce" -> given.stream().filter(Objects::nonNull).findFirst().orElse(null);
      case "least" -> given.stream().filter(Objects::nonNull).min(SqlValues::compare).orElse(null);
      case "greatest" ->
          given.stream().filter(Objects::nonNull).max(SqlValues::compare).orElse(null);
      case "num_nulls" -> given.stream().filter(Objects::isNull).count();
      case "isfinite" -> !Objects.equals(given.getFirst(), java.time.Instant.MIN);
      case "pg_current_xact_id" -> env.database().transaction();
      case "cardinality" -> given.getFirst() instanceof List<?> list ? (long) list.size() : null;
      case "length", "octet_length" ->
          given.getFirst() instanceof String text ? (long) text.length() : null;
      case "jsonb_exists" ->
          given.getFirst() instanceof String json
              ? json.contains("\"" + given.get(1) + "\"")
              : null;
      case "string_to_array" ->
          given.getFirst() instanceof String text
              ? List.of(text.split((String) Objects.requireNonNull(given.get(1))))
              : null;
      case "delivery_id" ->
          SqlValues.deliveryId(
              (UUID) Objects.requireNonNull(given.get(0)),
              (UUID) Objects.requireNonNull(given.get(1)));
      default -> throw words.notUnderstood("the function " + name);
    };
  }

  /** A column of the current row of a source. */
  record ColumnAt(Scope.Place place) implements Expr {
    @Override
    public @Nullable Object in(Env env) {
      Env level = env;
      for (int i = 0; i < place.depth(); i++) {
        level = Objects.requireNonNull(level.outer());
      }
      return level.rows()[place.source()][place.column()];
    }
  }
}
