package florin.bench.simulate.memory;

import org.jspecify.annotations.Nullable;

/** An expression whose columns are found; null is SQL's NULL. */
@FunctionalInterface
interface Expr {
  @Nullable Object in(Env env);

  /** One as it was read, whose columns are yet to be found. */
  @FunctionalInterface
  interface Term {
    Expr of(Scope scope);
  }

  /**
   * An equation of a column with something else, by which a table can be looked into.
   *
   * @param needs the last source of the column's level that the other side names; -1 for none
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
