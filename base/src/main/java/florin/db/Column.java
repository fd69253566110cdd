package florin.db;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One column of a {@link Table}: its name, its type, its value in a record, and its reader.
 *
 * @param <T> the record of a row
 * @param <V> the type of the value
 */
public final class Column<T, V> {
  private final Statement.Parameter declaration;
  private final Value<T> value;
  private final Db.RowReader<V> reader;

  /** The value of a record's column, as the driver accepts it. */
  @FunctionalInterface
  private interface Value<T> {
    @Nullable Object of(T record);
  }

  private Column(Statement.Parameter declaration, Value<T> value, Db.RowReader<V> reader) {
    this.declaration = declaration;
    this.value = value;
    this.reader = reader;
  }

  static <T, V> Column<T, V> required(String name, SqlType<V> type, Function<T, V> value) {
    return new Column<>(
        new Statement.Parameter(name, type.name()),
        record -> type.toSql(value.apply(record)),
        row -> Objects.requireNonNull(type.read(row, name), name));
  }

  static <T, V> Column<T, Optional<V>> optional(
      String name, SqlType<V> type, Function<T, Optional<V>> value) {
    return new Column<>(
        new Statement.Parameter(name, type.name()),
        record -> {
          Optional<V> there = value.apply(record);
          return there.isPresent() ? type.toSql(there.get()) : null;
        },
        row -> Optional.ofNullable(type.read(row, name)));
  }

  /** Returns the value of this column in a row that was read. */
  public V of(ResultSet row) throws SQLException {
    return reader.read(row);
  }

  Statement.Parameter declaration() {
    return declaration;
  }

  String name() {
    return declaration.name();
  }

  @Nullable Object valueIn(T record) {
    return value.of(record);
  }
}
