package florin.bench.simulate.memory;

import org.jspecify.annotations.Nullable;

/** An expression whose columns are resolved. Null is SQL's NULL. */
@FunctionalInterface
interface Expr {
  @Nullable Object in(Env env);

  /** A parsed expression whose columns are not resolved yet. */
  @FunctionalInterface
  interface Term {
    Expr of(Scope scope);
  }

  /**
   * An equation of a column and another expression, which permits an index lookup.
   *
   * @param needs index of the last source of the column's query that the other side refers to; -1
   *     for none
   */
  record Equation(Scope.Place column, Expr other, int needs, Expr whole) implements Expr {
    @Override
    public @Nullable Object in(Env env) {
      return whole.in(env);
    }
  }

  static boolean isTrue(@Nullable Object value) {
    return Boolean.TRUE.equals(value);
  }
}
