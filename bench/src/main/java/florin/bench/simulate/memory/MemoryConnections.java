package florin.bench.simulate.memory;

import florin.bench.simulate.memory.MemoryDatabase.Rows;
import java.lang.reflect.Proxy;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Implements the part of JDBC that `Db` and its row readers use, over a {@link MemoryDatabase}. Any
 * other call throws. Each statement is a transaction of its own.
 */
public final class MemoryConnections {
  private static final int MOST_PARAMETERS = 16;

  private final MemoryDatabase database;
  private final Runnable before;
  private final Runnable after;

  /**
   * Creates a data source.
   *
   * @param before runs before each statement, and may throw as a lost connection does
   * @param after runs after each statement
   */
  public MemoryConnections(MemoryDatabase database, Runnable before, Runnable after) {
    this.database = database;
    this.before = before;
    this.after = after;
  }

  public DataSource source() {
    return proxy(
        DataSource.class, (name, _) -> name.equals("getConnection") ? connection() : unknown(name));
  }

  private Connection connection() {
    return proxy(
        Connection.class,
        (name, given) ->
            switch (name) {
              case "prepareStatement" -> statement((String) given[0]);
              case "setAutoCommit", "commit", "rollback", "close" -> null;
              default -> unknown(name);
            });
  }

  private PreparedStatement statement(String sql) {
    @Nullable Object[] parameters = new Object[MOST_PARAMETERS];
    List<@Nullable Object[]> batch = new ArrayList<>();
    List<Rows> returned = new ArrayList<>();
    return proxy(
        PreparedStatement.class,
        (name, given) ->
            switch (name) {
              case "setObject" -> {
                parameters[(Integer) given[0] - 1] = given[1];
                yield null;
              }
              case "executeQuery" -> resultSet(run(sql, parameters));
              case "executeUpdate" -> run(sql, parameters).values().size();
              case "addBatch" -> batch.add(parameters.clone());
              case "executeBatch" -> {
                batch.forEach(one -> returned.add(run(sql, one)));
                yield returned.stream().mapToInt(rows -> rows.values().size()).toArray();
              }
              case "getGeneratedKeys" -> resultSet(joined(returned));
              case "close" -> null;
              default -> unknown(name);
            });
  }

  private Rows run(String sql, @Nullable Object[] parameters) {
    before.run();
    Rows rows = database.query(sql, parameters);
    after.run();
    return rows;
  }

  private static Rows joined(List<Rows> parts) {
    return new Rows(
        parts.getFirst().names(), parts.stream().flatMap(rows -> rows.values().stream()).toList());
  }

  private ResultSet resultSet(Rows rows) {
    var cursor = new Cursor(rows);
    return proxy(
        ResultSet.class,
        (name, given) ->
            switch (name) {
              case "next" -> cursor.next();
              case "wasNull" -> cursor.wasNull;
              case "getLong" -> cursor.number(given[0]);
              case "getInt" -> (int) cursor.number(given[0]);
              case "getString" -> cursor.get(given[0]);
              case "getBoolean" -> Objects.requireNonNullElse(cursor.get(given[0]), false);
              case "getBytes" -> cursor.get(given[0]);
              case "getTimestamp" -> cursor.timestamp(given[0]);
              case "getObject" -> cursor.as(given[0], (Class<?>) given[1]);
              case "getArray" -> array((List<?>) Objects.requireNonNull(cursor.get(given[0])));
              case "close" -> null;
              default -> unknown(name);
            });
  }

  private static Array array(List<?> values) {
    return proxy(
        Array.class,
        (name, _) -> name.equals("getArray") ? values.toArray(String[]::new) : unknown(name));
  }

  /** The position in a result. */
  private static final class Cursor {
    private final Rows rows;
    private int at = -1;
    private boolean wasNull;

    Cursor(Rows rows) {
      this.rows = rows;
    }

    boolean next() {
      return ++at < rows.values().size();
    }

    @Nullable Object get(@Nullable Object column) {
      int index = column instanceof Integer number ? number - 1 : rows.names().indexOf(column);
      if (index < 0) {
        throw new IllegalStateException("no column " + column + " among " + rows.names());
      }
      Object value = rows.values().get(at)[index];
      wasNull = value == null;
      return value;
    }

    long number(@Nullable Object column) {
      return get(column) instanceof Long number ? number : 0;
    }

    /** Returns the column as a timestamp. A literal of a time may still be text. */
    @Nullable Timestamp timestamp(@Nullable Object column) {
      return SqlValues.cast(get(column), "timestamptz") instanceof Instant time
          ? Timestamp.from(time)
          : null;
    }

    @Nullable Object as(@Nullable Object column, Class<?> type) {
      Object value = get(column);
      if (value == null) {
        return null;
      }
      if (type == OffsetDateTime.class) {
        return ((Instant) value).atOffset(ZoneOffset.UTC);
      }
      if (type == Integer.class) {
        return ((Long) value).intValue();
      }
      if (type == UUID.class || type == Long.class) {
        return value;
      }
      return unknown(type.getName());
    }
  }

  @FunctionalInterface
  private interface Answer {
    @Nullable Object of(String method, @Nullable Object[] given);
  }

  private static Object unknown(String what) {
    throw new UnsupportedOperationException(what + " isn't supported");
  }

  private static <T> T proxy(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            MemoryConnections.class.getClassLoader(),
            new Class<?>[] {type},
            (_, method, given) ->
                answer.of(method.getName(), given == null ? new Object[0] : given)));
  }
}
