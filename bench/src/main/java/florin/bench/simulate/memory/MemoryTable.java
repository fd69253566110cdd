package florin.bench.simulate.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows of one table. Arrays of values are immutable; an update replaces them. */
final class MemoryTable {
  /** The indexed columns. All other columns are scanned. */
  private static final Set<String> INDEXED =
      Set.of(
          "id", "reference", "payment_id", "delivery_id", "authorization_reference", "refund_id");

  /** A row, whose identity survives updates. */
  static final class Row {
    @Nullable Object[] values;

    Row(@Nullable Object[] values) {
      this.values = values;
    }
  }

  private final TableShape shape;
  private final List<Row> rows = new ArrayList<>();
  private final List<Map<List<@Nullable Object>, Row>> keys = new ArrayList<>();
  private final Map<Integer, Map<Object, List<Row>>> indexes = new HashMap<>();

  MemoryTable(TableShape shape) {
    this.shape = shape;
    shape.keys().forEach(_ -> keys.add(new HashMap<>()));
    for (int i = 0; i < shape.columns().size(); i++) {
      if (INDEXED.contains(shape.columns().get(i))) {
        indexes.put(i, new HashMap<>());
      }
    }
  }

  TableShape shape() {
    return shape;
  }

  List<Row> rows() {
    return rows;
  }

  /** Returns the rows with a value in a column, or empty if the column has no index. */
  Optional<List<Row>> with(int column, @Nullable Object value) {
    Map<Object, List<Row>> index = indexes.get(column);
    return index == null
        ? Optional.empty()
        : Optional.of(value == null ? List.of() : index.getOrDefault(value, List.of()));
  }

  /** Returns the row with these values, by the first key. */
  Row row(@Nullable Object[] values) {
    return Objects.requireNonNull(keys.getFirst().get(shape.keys().getFirst().of(values)));
  }

  /** Returns the existing row that has the same key in these columns. */
  Optional<Row> conflicting(List<String> columns, @Nullable Object[] values) {
    for (int i = 0; i < keys.size(); i++) {
      TableShape.UniqueKey key = shape.keys().get(i);
      if (Set.copyOf(key.names()).equals(Set.copyOf(columns))) {
        return Optional.ofNullable(keys.get(i).get(key.of(values)));
      }
    }
    throw new IllegalStateException(shape.name() + " has no key " + columns);
  }

  Row insert(@Nullable Object[] values, Env env, MemoryTransaction transaction) {
    shape.check(values, env);
    requireFree(values, null, env);
    var row = new Row(values);
    rows.add(row);
    enter(row, env);
    transaction.onRollback(() -> {
      leave(row, env);
      rows.remove(row);
    });
    return row;
  }

  void update(Row row, @Nullable Object[] values, Env env, MemoryTransaction transaction) {
    shape.check(values, env);
    requireFree(values, row, env);
    @Nullable Object[] before = row.values;
    exchange(row, values, env);
    transaction.onRollback(() -> exchange(row, before, env));
  }

  void delete(Row row, Env env, MemoryTransaction transaction) {
    int at = rows.indexOf(row);
    leave(row, env);
    rows.remove(at);
    transaction.onRollback(() -> {
      rows.add(at, row);
      enter(row, env);
    });
  }

  private void exchange(Row row, @Nullable Object[] values, Env env) {
    leave(row, env);
    row.values = values;
    enter(row, env);
  }

  private void requireFree(@Nullable Object[] values, @Nullable Row self, Env env) {
    for (int i = 0; i < keys.size(); i++) {
      TableShape.UniqueKey key = shape.keys().get(i);
      if (key.holds(values, env)) {
        Row there = keys.get(i).get(key.of(values));
        if (there != null && there != self) {
          throw new RejectedRow("23505", key.constraint(), "duplicate key " + key.constraint());
        }
      }
    }
  }

  private void enter(Row row, Env env) {
    for (int i = 0; i < keys.size(); i++) {
      TableShape.UniqueKey key = shape.keys().get(i);
      if (key.holds(row.values, env)) {
        keys.get(i).put(key.of(row.values), row);
      }
    }
    indexes.forEach((column, index) -> {
      Object value = row.values[column];
      if (value != null) {
        index.computeIfAbsent(value, _ -> new ArrayList<>()).add(row);
      }
    });
  }

  private void leave(Row row, Env env) {
    for (int i = 0; i < keys.size(); i++) {
      TableShape.UniqueKey key = shape.keys().get(i);
      if (key.holds(row.values, env)) {
        keys.get(i).remove(key.of(row.values));
      }
    }
    indexes.forEach((column, index) -> {
      Object value = row.values[column];
      if (value != null) {
        Objects.requireNonNull(index.get(value)).remove(row);
      }
    });
  }

  @Override
  public String toString() {
    var text = new StringBuilder(shape.name());
    rows.forEach(row -> text.append('\n').append(Arrays.deepToString(row.values)));
    return text.toString();
  }
}
