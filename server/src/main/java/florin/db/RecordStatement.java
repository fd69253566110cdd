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

  /**
   * The same statement, with all rows of a batch as one parameter: an array of a composite type, in
   * binary.
   *
   * @param type of PostgreSQL's, made by a migration, with the columns of this statement in their
   *     order; `CREATE TYPE` never changes, so other columns need a type of another name
   */
  public RecordStatement<T> sentAs(String type) {
    return new RecordStatement<>(statement.sentAs(type), columns);
  }

  Statement statement() {
    return statement;
  }

  /** What goes with every row of this statement; its columns are some of these. */
  public Companion with(Statement companion) {
    return new Companion(statement, companion);
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
