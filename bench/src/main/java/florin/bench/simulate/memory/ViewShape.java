package florin.bench.simulate.memory;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A view of some columns of one table.
 *
 * @param at the position of each column in the table
 */
record ViewShape(String table, List<String> columns, List<Integer> at) {
  ViewShape {
    columns = List.copyOf(columns);
    at = List.copyOf(at);
  }

  static ViewShape of(TableShape table, List<String> columns) {
    return new ViewShape(
        table.name(), columns, columns.stream().map(table.columns()::indexOf).toList());
  }

  /** Returns the rows of the view for rows of the table. */
  List<@Nullable Object[]> of(List<@Nullable Object[]> rows) {
    List<@Nullable Object[]> values = new ArrayList<>(rows.size());
    for (@Nullable Object[] row : rows) {
      values.add(at.stream().<@Nullable Object>map(column -> row[column]).toArray());
    }
    return values;
  }
}
