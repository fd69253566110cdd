package florin.db;

import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One row for one {@link Statement}. It is a value: nothing happens until a {@link Changeset} that
 * holds it is committed.
 */
public final class Write {
  private final Statement statement;
  private final @Nullable Object[] values;
  private final @Nullable BinaryRow binary;

  Write(Statement statement, @Nullable Object[] values) {
    this.statement = statement;
    this.values = values;
    this.binary = statement.rowType().map(type -> BinaryRow.of(type.fields(), values)).orElse(null);
  }

  public Statement statement() {
    return statement;
  }

  @Nullable Object[] values() {
    return values;
  }

  /** Null where the statement has no {@link RowType}. */
  @Nullable BinaryRow binary() {
    return binary;
  }

  UUID key() {
    return (UUID) Objects.requireNonNull(values[statement.key()], "a row without a key");
  }

  /**
   * The row that this write touches, where the row may exist already; two changesets on one row go
   * into different batches.
   */
  Row row() {
    return new Row(statement.table(), key());
  }

  record Row(String table, UUID key) {}

  @Override
  public String toString() {
    return statement.name() + " " + key();
  }
}
