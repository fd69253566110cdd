package florin.db;

import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One row for one {@link Statement}. It is a value: nothing happens until a {@link Changeset} with
 * it is committed.
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

  /** Returns the binary row; null if the statement has no {@link RowType}. */
  @Nullable BinaryRow binary() {
    return binary;
  }

  public UUID key() {
    return (UUID) Objects.requireNonNull(values[statement.key()], "a row without a key");
  }

  /**
   * Returns the row that this write changes, if the row may already exist. Two changesets that
   * change one row go into different batches.
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
