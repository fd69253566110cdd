package florin.bench.simulate.memory;

import florin.bench.simulate.memory.Expr.Equation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An executable SELECT. It scans one source after the other and evaluates each condition as early
 * as possible.
 */
final class SelectPlan {
  /** A source of rows. */
  interface RowSource {
    List<@Nullable Object[]> rows(Env env);

    /** Returns the rows with a value in a column, or empty if the source has no index for it. */
    default Optional<List<@Nullable Object[]>> with(Env env, int column, @Nullable Object value) {
      return Optional.empty();
    }
  }

  /**
   * A source that is joined to the previous ones.
   *
   * @param isLeft whether this is a left join
   */
  record Joined(RowSource source, int width, boolean isLeft, List<Expr> on, List<Expr> where) {
    List<@Nullable Object[]> candidates(Env env, int at) {
      for (Expr condition : on) {
        if (condition instanceof Equation(Scope.Place column, Expr other, int needs, _)
            && column.source() == at
            && needs < at) {
          Optional<List<@Nullable Object[]>> found =
              source.with(env, column.column(), other.in(env));
          if (found.isPresent()) {
            return found.get();
          }
        }
      }
      return source.rows(env);
    }
  }

  record Sorting(Expr by, boolean isDescending) {}

  private final List<Joined> joined;
  private final List<String> names;
  private final List<Expr> output;
  private final List<Sorting> order;
  private final Optional<Expr> limit;
  private final Optional<SelectPlan> union;

  SelectPlan(
      List<Joined> joined,
      List<String> names,
      List<Expr> output,
      List<Sorting> order,
      Optional<Expr> limit,
      Optional<SelectPlan> union) {
    this.joined = List.copyOf(joined);
    this.names = List.copyOf(names);
    this.output = List.copyOf(output);
    this.order = List.copyOf(order);
    this.limit = limit;
    this.union = union;
  }

  List<String> names() {
    return names;
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Found(@Nullable Object[] row, @Nullable Object[] sortedBy) {}

  List<@Nullable Object[]> rows(Env outer) {
    Env env = outer.inner(joined.size());
    var found = new ArrayList<Found>();
    walk(
        env,
        at ->
            found.add(
                new Found(
                    output.stream().map(column -> column.in(at)).toArray(),
                    order.stream().map(by -> by.by().in(at)).toArray())));
    if (!order.isEmpty()) {
      found.sort(byOrder());
    }
    List<@Nullable Object[]> rows = new ArrayList<>();
    long most = limit.map(it -> (Long) Objects.requireNonNull(it.in(outer))).orElse(Long.MAX_VALUE);
    found.stream().limit(most).forEach(each -> rows.add(each.row()));
    return union.map(other -> distinct(rows, other.rows(outer))).orElse(rows);
  }

  /** Passes each combination of rows that satisfies all conditions to the consumer. */
  void walk(Env env, Consumer<Env> found) {
    walk(env, 0, found);
  }

  private void walk(Env env, int at, Consumer<Env> found) {
    if (at == joined.size()) {
      found.accept(env);
      return;
    }
    Joined next = joined.get(at);
    boolean any = false;
    for (@Nullable Object[] row : next.candidates(env, at)) {
      env.rows()[at] = row;
      if (hold(next.on(), env)) {
        any = true;
        if (hold(next.where(), env)) {
          walk(env, at + 1, found);
        }
      }
    }
    if (!any && next.isLeft()) {
      env.rows()[at] = new Object[next.width()];
      if (hold(next.where(), env)) {
        walk(env, at + 1, found);
      }
    }
  }

  private static boolean hold(List<Expr> conditions, Env env) {
    for (Expr condition : conditions) {
      if (!Expr.isTrue(condition.in(env))) {
        return false;
      }
    }
    return true;
  }

  /** Returns the sort order. Nulls are last, as in PostgreSQL. */
  private Comparator<Found> byOrder() {
    return (one, other) -> {
      for (int i = 0; i < order.size(); i++) {
        Object left = one.sortedBy()[i];
        Object right = other.sortedBy()[i];
        int compared =
            left == null || right == null
                ? Boolean.compare(left == null, right == null)
                : SqlValues.compare(left, right);
        if (compared != 0) {
          return order.get(i).isDescending() ? -compared : compared;
        }
      }
      return 0;
    };
  }

  private static List<@Nullable Object[]> distinct(
      List<@Nullable Object[]> one, List<@Nullable Object[]> other) {
    var seen = new LinkedHashSet<List<@Nullable Object>>();
    one.forEach(row -> seen.add(java.util.Arrays.asList(row)));
    other.forEach(row -> seen.add(java.util.Arrays.asList(row)));
    return seen.stream().<@Nullable Object[]>map(List::toArray).toList();
  }
}
