package florin.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGStatement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads, and the few writes that are not on a payment's way. Each call is one short transaction on
 * a pooled connection.
 */
public final class Db implements AutoCloseable {
  /** Two cores keep about this many queries moving; more only queue inside PostgreSQL. */
  static final int POOL_SIZE = 8;

  /** How long a request waits for a connection before it is told that the database is away. */
  static final long CONNECTION_TIMEOUT_MS = 3_000;

  /** Whether a connection still lives is answered at once, or it does not. */
  static final long VALIDATION_TIMEOUT_MS = 1_000;

  /**
   * A database that was stopped keeps its connections and says nothing. Every statement of ours
   * takes a fraction of this; with the waits for a connection it stays below 10 s.
   */
  static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(5);

  /** How long a statement's refused items are not logged again: some loops run every second. */
  private static final Duration REFUSAL_PAUSE = Duration.ofMinutes(1);

  private static final Logger LOG = LoggerFactory.getLogger(Db.class);

  private final DataSource pool;
  private final Runnable closing;

  /** When a refused item was last logged, by statement: statements are constants, so few. */
  private final Map<String, Long> refusals = new ConcurrentHashMap<>();

  /** Plans that were made on a young table stay right when it has grown. */
  private static final String WALK_INDEXES =
      "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off";

  public Db(PostgresAddress database) {
    this(database, new HikariConfig());
  }

  /** For what somebody waits for: a database that is silent is given up before they do. */
  public static Db forRequests(PostgresAddress database) {
    var config = new HikariConfig();
    config.addDataSourceProperty("socketTimeout", Long.toString(ANSWER_TIMEOUT.toSeconds()));
    config.setValidationTimeout(VALIDATION_TIMEOUT_MS);
    return new Db(database, config);
  }

  /** For queries of which each is known to find all it wants by indexes. */
  public static Db walkingIndexes(PostgresAddress database) {
    var config = new HikariConfig();
    config.setConnectionInitSql(WALK_INDEXES);
    return new Db(database, config);
  }

  /**
   * For work beside the requests that can be done again: it walks indexes, and its commits do not
   * wait for the disk. After a crash of PostgreSQL the last of them may be gone, each as a whole.
   */
  public static Db unhurried(PostgresAddress database) {
    var config = new HikariConfig();
    config.setConnectionInitSql(WALK_INDEXES + "; SET synchronous_commit = off");
    return new Db(database, config);
  }

  private Db(PostgresAddress database, HikariConfig config) {
    config.setJdbcUrl(database.jdbcUrl());
    database
        .properties()
        .forEach((name, value) -> config.addDataSourceProperty((String) name, value));
    config.setPoolName("florin");
    config.setMaximumPoolSize(POOL_SIZE);
    config.setMinimumIdle(0); // each is made when it is needed first, which takes some milliseconds
    config.setConnectionTimeout(CONNECTION_TIMEOUT_MS);
    config.setInitializationFailTimeout(-1);
    var connections = new HikariDataSource(config);
    this.pool = connections;
    this.closing = connections::close;
  }

  /** Over connections that come from elsewhere, and are closed there. */
  public Db(DataSource connections) {
    this.pool = connections;
    this.closing = () -> {};
  }

  /** How a row becomes a value. */
  @FunctionalInterface
  public interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** Work on one connection, in one transaction. */
  @FunctionalInterface
  public interface Work<T> {
    T run(Connection connection) throws SQLException;
  }

  public <T> Optional<T> findOne(String sql, RowReader<T> reader, @Nullable Object... parameters) {
    List<T> rows = list(sql, reader, parameters);
    if (rows.size() > 1) {
      throw new IllegalStateException("one row was expected, not " + rows.size());
    }
    return rows.stream().findFirst();
  }

  public <T> List<T> list(String sql, RowReader<T> reader, @Nullable Object... parameters) {
    return read(connection -> query(connection, sql, reader, parameters));
  }

  /**
   * Plans for these very values, each time. For conditions that come as a request has them: a plan
   * that is kept must do for values that are everywhere and for values that are nowhere, and would
   * walk a million rows for the latter.
   */
  public <T> List<T> listPlannedAnew(
      String sql, RowReader<T> reader, @Nullable Object... parameters) {
    return read(connection -> {
      try (PreparedStatement statement = prepare(connection, sql, parameters)) {
        statement.unwrap(PGStatement.class).setPrepareThreshold(0);
        return rows(statement, reader);
      }
    });
  }

  /** Runs one statement by itself and returns how many rows it touched. */
  public int update(String sql, @Nullable Object... parameters) {
    return transaction(connection -> update(connection, sql, parameters));
  }

  /**
   * Runs one statement for each of these, in one transaction and as many round trips as one takes:
   * it must be an INSERT, UPDATE or DELETE, that returns rows. One that the database refuses is
   * logged and left out.
   *
   * @param parameters its parameters for one of them
   * @return the rows, in the order of what they are for
   */
  public <T, E> List<T> listForEach(
      String sql, RowReader<T> reader, List<E> each, Function<E, @Nullable Object[]> parameters) {
    if (each.isEmpty()) {
      return List.of();
    }
    Function<E, List<T>> alone = one -> list(sql, reader, parameters.apply(one));
    Supplier<List<T>> all =
        each.size() == 1
            ? () -> alone.apply(each.getFirst())
            : () -> listTogether(sql, reader, each, parameters);
    return together(sql, each, all, alone).stream().flatMap(List::stream).toList();
  }

  private <T, E> List<T> listTogether(
      String sql, RowReader<T> reader, List<E> each, Function<E, @Nullable Object[]> parameters) {
    return transaction(connection -> {
      try (PreparedStatement statement =
          connection.prepareStatement(sql, java.sql.Statement.RETURN_GENERATED_KEYS)) {
        addBatch(statement, each, parameters);
        statement.executeBatch();
        try (ResultSet rows = statement.getGeneratedKeys()) {
          return read(rows, reader);
        }
      }
    });
  }

  /**
   * Runs it for all together. If that fails, runs it for each alone, so that one item that is
   * refused or always takes too long stops no other, and logs one of those that fail.
   */
  private <T, E> List<T> together(String sql, List<E> each, Supplier<T> all, Function<E, T> alone) {
    try {
      return List.of(all.get());
    } catch (RuntimeException refused) {
      requireAvailable();
      var results = new ArrayList<T>();
      for (E one : each) {
        try {
          results.add(alone.apply(one));
        } catch (RuntimeException failed) {
          requireAvailable();
          logRefusal(sql, one, failed);
        }
      }
      return results;
    }
  }

  private void logRefusal(String sql, Object item, RuntimeException failed) {
    long now = System.nanoTime();
    Long before = refusals.get(sql);
    if (before == null || now - before > REFUSAL_PAUSE.toNanos()) {
      refusals.put(sql, now);
      LOG.warn("the database refuses {}, which will be tried again", item, failed);
    }
  }

  /** The same for what returns no rows; returns how many it touched in all. */
  public <E> int updateForEach(
      String sql, List<E> each, Function<E, @Nullable Object[]> parameters) {
    if (each.isEmpty()) {
      return 0;
    }
    return together(
            sql,
            each,
            () ->
                transaction(connection -> {
                  try (PreparedStatement statement = connection.prepareStatement(sql)) {
                    addBatch(statement, each, parameters);
                    return IntStream.of(statement.executeBatch()).sum();
                  }
                }),
            one -> update(sql, parameters.apply(one)))
        .stream()
        .mapToInt(Integer::intValue)
        .sum();
  }

  private static <E> void addBatch(
      PreparedStatement statement, List<E> each, Function<E, @Nullable Object[]> parameters)
      throws SQLException {
    for (E one : each) {
      bind(statement, parameters.apply(one));
      statement.addBatch();
    }
  }

  /** Several reads on one connection. */
  public <T> T read(Work<T> work) {
    try (Connection connection = pool.getConnection()) {
      return work.run(connection);
    } catch (SQLException failed) {
      throw unavailableOrBug(failed);
    }
  }

  /**
   * Tells a database that is away from a query that always takes too long.
   *
   * @throws DatabaseUnavailableException if not even a trivial query is answered
   */
  public void requireAvailable() {
    findOne("SELECT 1", _ -> true);
  }

  /** Several statements that hold together. Nothing in it may speak to the outside. */
  public <T> T transaction(Work<T> work) {
    return read(connection -> {
      connection.setAutoCommit(false);
      try {
        T result = work.run(connection);
        connection.commit();
        return result;
      } catch (SQLException | RuntimeException failed) {
        connection.rollback();
        throw failed;
      } finally {
        connection.setAutoCommit(true);
      }
    });
  }

  public static <T> List<T> query(
      Connection connection, String sql, RowReader<T> reader, @Nullable Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, parameters)) {
      return rows(statement, reader);
    }
  }

  private static <T> List<T> rows(PreparedStatement statement, RowReader<T> reader)
      throws SQLException {
    try (ResultSet rows = statement.executeQuery()) {
      return read(rows, reader);
    }
  }

  private static <T> List<T> read(ResultSet rows, RowReader<T> reader) throws SQLException {
    var result = new ArrayList<T>();
    while (rows.next()) {
      result.add(reader.read(rows));
    }
    return result;
  }

  public static int update(Connection connection, String sql, @Nullable Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, parameters)) {
      return statement.executeUpdate();
    }
  }

  /** A timestamp column that may be null. */
  public static Optional<Instant> findInstant(ResultSet row, String column) throws SQLException {
    return Optional.ofNullable(row.getObject(column, OffsetDateTime.class))
        .map(OffsetDateTime::toInstant);
  }

  public static Instant getInstant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }

  @Override
  public void close() {
    closing.run();
  }

  private static PreparedStatement prepare(
      Connection connection, String sql, @Nullable Object... parameters) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    bind(statement, parameters);
    return statement;
  }

  private static void bind(PreparedStatement statement, @Nullable Object[] parameters)
      throws SQLException {
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, toSql(parameters[i]));
    }
  }

  private static @Nullable Object toSql(@Nullable Object value) {
    return switch (value) {
      case Optional<?> optional -> toSql(optional.orElse(null));
      case Instant instant -> OffsetDateTime.ofInstant(instant, ZoneOffset.UTC);
      case null, default -> value;
    };
  }

  /** Classes 08 (connection), 53 (resources) and 57 (operator intervention) pass by themselves. */
  public static boolean isUnavailable(SQLException failed) {
    String state = state(failed);
    return state.startsWith("08") || state.startsWith("53") || state.startsWith("57");
  }

  private static String state(SQLException failed) {
    return failed.getSQLState() == null ? "08" : failed.getSQLState();
  }

  private static RuntimeException unavailableOrBug(SQLException failed) {
    return isUnavailable(failed)
        ? new DatabaseUnavailableException(
            "the database does not answer: " + failed.getMessage(), failed)
        : new IllegalStateException(
            "a query failed: " + state(failed) + " " + failed.getMessage(), failed);
  }
}
