package florin.db;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Statement} whose rows are made of records: its columns say what each of their values is.
 *
 * @param <T> the record that a row is made of
 */
public final class RecordStatement<T> {
  private final Statement statement;
  private final List<Column<T, ?>> columns;

  RecordStatement(Statement statement, List<Column<T, ?>> columns) {
    this.statement = statement;
    this.columns = columns;
  }

  public Write row(T record) {
    @Nullable Object[] values = new @Nullable Object[columns.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = columns.get(i).valueIn(record);
    }
    return new Write(statement, values);
  }

  /** Whether the write is a row of this statement. */
  public boolean has(Write write) {
    return write.statement().name().equals(statement.name());
  }
}
