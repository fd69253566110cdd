package florin.db;

import florin.core.Realm;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The type of a column: its PostgreSQL type, the conversion of Java values to it, and the reader.
 *
 * @param <V> the Java type
 */
public final class SqlType<V> {
  public static final SqlType<Long> BIGINT =
      of("bigint", (row, column) -> unlessNull(row, row.getLong(column)));
  public static final SqlType<Integer> INTEGER =
      of("integer", (row, column) -> unlessNull(row, row.getInt(column)));
  public static final SqlType<Boolean> BOOLEAN =
      of("boolean", (row, column) -> unlessNull(row, row.getBoolean(column)));
  public static final SqlType<String> TEXT = of("text", ResultSet::getString);
  public static final SqlType<byte[]> BYTEA = of("bytea", ResultSet::getBytes);
  public static final SqlType<UUID> UUID =
      of("uuid", (row, column) -> row.getObject(column, UUID.class));
  public static final SqlType<LocalDate> DATE =
      of("date", (row, column) -> row.getObject(column, LocalDate.class));
  public static final SqlType<Instant> TIMESTAMPTZ = of("timestamptz", SqlType::instant);

  /** The type `jsonb`, written and read as text. */
  public static final SqlType<String> JSONB = of("jsonb", ResultSet::getString);

  public static final SqlType<Realm> REALM = BIGINT.as(Realm::id, Realm::new);

  private final String name;
  private final Function<? super V, ?> sql;
  private final Reader<V> reader;

  /** A reader of a column, which returns null if the column is null. */
  @FunctionalInterface
  private interface Reader<V> {
    @Nullable V read(ResultSet row, String column) throws SQLException;
  }

  private SqlType(String name, Function<? super V, ?> sql, Reader<V> reader) {
    this.name = name;
    this.sql = sql;
    this.reader = reader;
  }

  private static <V> SqlType<V> of(String name, Reader<V> reader) {
    return new SqlType<>(name, Function.identity(), reader);
  }

  /**
   * Returns the same column type for values of another Java type: `TEXT.as(Status::text,
   * Status::of)`.
   */
  public <W> SqlType<W> as(
      Function<? super W, ? extends V> to, Function<? super V, ? extends W> from) {
    return new SqlType<>(
        name,
        value -> sql.apply(to.apply(value)),
        (row, column) -> {
          V read = reader.read(row, column);
          return read == null ? null : from.apply(read);
        });
  }

  /** Returns PostgreSQL's name of the type. */
  String name() {
    return name;
  }

  Object toSql(V value) {
    return sql.apply(value);
  }

  @Nullable V read(ResultSet row, String column) throws SQLException {
    return reader.read(row, column);
  }

  private static <V> @Nullable V unlessNull(ResultSet row, V value) throws SQLException {
    return row.wasNull() ? null : value;
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }
}
