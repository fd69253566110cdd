package florin.db;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Statement} whose rows come from records. Its columns define their values.
 *
 * @param <T> the record of a row
 */
public final class RecordStatement<T> {
  private final Statement statement;
  private final List<Column<T, ?>> columns;

  RecordStatement(Statement statement, List<Column<T, ?>> columns) {
    this.statement = statement;
    this.columns = columns;
  }

  /**
   * Returns the statement with all rows of a batch as one parameter: a binary array of a composite
   * type.
   *
   * @param type a PostgreSQL type that a migration creates, with the columns of this statement in
   *     order. A type never changes, so other columns need a type of another name.
   */
  public RecordStatement<T> sentAs(String type) {
    return new RecordStatement<>(statement.sentAs(type), columns);
  }

  Statement statement() {
    return statement;
  }

  /**
   * Returns a companion that runs with every row of this statement.
   *
   * @param companion has the effect `SPREAD`; its columns are some of these
   * @param asked the column whose values the query receives as `:values`
   * @param question a query for one boolean: false only if the companion does nothing for such rows
   */
  public DerivedStatement with(Statement companion, String asked, String question) {
    return new DerivedStatement(statement, companion, asked, question);
  }

  public Write row(T record) {
    @Nullable Object[] values = new @Nullable Object[columns.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = columns.get(i).valueIn(record);
    }
    return new Write(statement, values);
  }

  /** Returns whether the write is a row of this statement. */
  public boolean has(Write write) {
    return write.statement().name().equals(statement.name());
  }
}
