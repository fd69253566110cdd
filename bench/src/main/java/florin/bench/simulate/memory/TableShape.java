package florin.bench.simulate.memory;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a table in its migrations.
 *
 * @param defaults default of each column; an expression that returns null if it has none
 * @param required columns that are never null
 */
record TableShape(
    String name,
    List<String> columns,
    List<Expr> defaults,
    Set<String> required,
    List<UniqueKey> keys,
    List<RowRule> rules) {

  /**
   * A unique key.
   *
   * @param where condition of a partial index; empty for all rows
   */
  record UniqueKey(String constraint, List<String> names, List<Integer> at, Optional<Expr> where) {
    List<@Nullable Object> of(@Nullable Object[] values) {
      return java.util.Arrays.asList(at.stream().map(i -> values[i]).toArray());
    }

    /**
     * Returns whether the key applies to the row. Nulls are distinct, so a row with a null has no
     * key.
     */
    boolean holds(@Nullable Object[] values, Env env) {
      return at.stream().allMatch(i -> values[i] != null)
          && where.map(it -> Expr.isTrue(it.in(ofRow(values, env)))).orElse(true);
    }
  }

  /** A CHECK constraint. A row passes if the result is unknown. */
  record RowRule(String constraint, Expr expression) {}

  TableShape {
    columns = List.copyOf(columns);
    required = Set.copyOf(required);
    keys = List.copyOf(keys);
    rules = List.copyOf(rules);
  }

  private static Env ofRow(@Nullable Object[] values, Env env) {
    Env level = env.inner(1);
    level.rows()[0] = values;
    return level;
  }

  void check(@Nullable Object[] values, Env env) {
    for (int i = 0; i < values.length; i++) {
      if (values[i] == null && required.contains(columns.get(i))) {
        throw new RejectedRow("23502", "", name + "." + columns.get(i) + " is null");
      }
    }
    Env level = ofRow(values, env);
    for (RowRule rule : rules) {
      if (Boolean.FALSE.equals(rule.expression().in(level))) {
        throw new RejectedRow("23514", rule.constraint(), "breaks " + rule.constraint());
      }
    }
  }
}
