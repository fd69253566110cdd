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

  /**
   * What goes with every row of this statement.
   *
   * @param companion spreads; its columns are some of these
   * @param asked one of these columns; what rows have in it are the `:values` of the question
   * @param question a SELECT of one boolean: false only if the companion does nothing for such rows
   */
  public Companion with(Statement companion, String asked, String question) {
    return new Companion(statement, companion, asked, question);
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
