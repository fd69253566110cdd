package florin.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
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
 * Reads, and the few writes outside the path of payments. Each call is one short transaction on a
 * pooled connection.
 */
public final class Db implements AutoCloseable {
  /**
   * The size of the pool. Two cores can run about this many queries; more only wait inside
   * PostgreSQL.
   */
  static final int POOL_SIZE = 8;

  /**
   * How long a request waits for a connection before it fails because the database is unavailable.
   */
  static final long CONNECTION_TIMEOUT_MS = 3_000;

  /**
   * The timeout of a connection's validation, because a working connection responds immediately.
   */
  static final long VALIDATION_TIMEOUT_MS = 1_000;

  /**
   * The timeout of a response. A stopped database keeps its connections and sends nothing. Each
   * statement of Florin takes a fraction of this time; together with the waits for a connection it
   * stays below 10 s.
   */
  static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(5);

  /** How long a statement's further failures are not logged, because some jobs run every second. */
  private static final Duration REFUSAL_PAUSE = Duration.ofMinutes(1);

  private static final Logger LOG = LoggerFactory.getLogger(Db.class);

  private final DataSource pool;
  private final Runnable closing;

  /**
   * The time of the last logged failure, by statement. Statements are constants, so there are few.
   */
  private final Map<String, Long> refusals = new ConcurrentHashMap<>();

  /** Makes plans use indexes, so that a plan for a new table stays good when it has grown. */
  private static final String WALK_INDEXES =
      "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off";

  /** The settings of one transaction with a query that reads many rows. */
  private static final String WITHIN =
      WALK_INDEXES.replace("SET ", "SET LOCAL ")
          + "; SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL statement_timeout = %d";

  /** The SQLSTATE of a statement that reached its timeout. */
  private static final String QUERY_CANCELED = "57014";

  public Db(PostgresAddress database) {
    this(database, new HikariConfig());
  }

  /**
   * Returns access for requests: an unresponsive database is given up before their callers give up.
   */
  public static Db forRequests(PostgresAddress database) {
    var config = new HikariConfig();
    config.addDataSourceProperty("socketTimeout", Long.toString(ANSWER_TIMEOUT.toSeconds()));
    config.setValidationTimeout(VALIDATION_TIMEOUT_MS);
    return new Db(database, config);
  }

  /** Returns access for queries that are all known to find their rows by indexes. */
  public static Db walkingIndexes(PostgresAddress database) {
    var config = new HikariConfig();
    config.setConnectionInitSql(WALK_INDEXES);
    return new Db(database, config);
  }

  /**
   * Returns access for background work that can be repeated. It uses indexes, and its commits don't
   * wait for the disk. A crash of PostgreSQL may lose the last of them, each as a whole.
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
    config.setMinimumIdle(0); // each is opened when first needed, which takes some milliseconds
    config.setConnectionTimeout(CONNECTION_TIMEOUT_MS);
    config.setInitializationFailTimeout(-1);
    var connections = new HikariDataSource(config);
    this.pool = connections;
    this.closing = connections::close;
  }

  /** Creates access with connections that are owned, and closed, by another object. */
  public Db(DataSource connections) {
    this.pool = connections;
    this.closing = () -> {};
  }

  /** A conversion of a row to a value. */
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
   * Returns the rows, with a new plan for these values each time. It is for conditions that depend
   * on a request. A cached plan must serve both frequent and rare values, and would read a million
   * rows for a rare one.
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

  /**
   * Returns the rows of a query that reads many, without parallel workers; empty if it takes longer
   * than the limit. PostgreSQL ends it then, so it doesn't slow down payments.
   */
  public <T> Optional<List<T>> listWithin(
      Duration limit, String sql, RowReader<T> reader, @Nullable Object... parameters) {
    return transaction(connection -> {
      try (Statement settings = connection.createStatement()) {
        settings.execute(WITHIN.formatted(limit.toMillis()));
      }
      try (PreparedStatement statement = prepare(connection, sql, parameters)) {
        statement.unwrap(PGStatement.class).setPrepareThreshold(0);
        return Optional.of(rows(statement, reader));
      } catch (SQLException failed) {
        if (!state(failed).equals(QUERY_CANCELED)) {
          throw failed;
        }
        connection.rollback();
        return Optional.empty();
      }
    });
  }

  /** Runs one statement in its own transaction. Returns the number of changed rows. */
  public int update(String sql, @Nullable Object... parameters) {
    return transaction(connection -> update(connection, sql, parameters));
  }

  /**
   * Runs one statement for each item, in one transaction and as many round trips as one takes. It
   * must be an INSERT, UPDATE or DELETE that returns rows. If the database rejects an item, that
   * item is logged and left out.
   *
   * @param parameters returns the parameters for one item
   * @return the rows, in the order of the items
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
          connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
        addBatch(statement, each, parameters);
        statement.executeBatch();
        try (ResultSet rows = statement.getGeneratedKeys()) {
          return read(rows, reader);
        }
      }
    });
  }

  /**
   * Runs it for all together. If that fails, runs it for each alone, and logs one of those that
   * fail. So an item that is rejected or always takes too long stops no other.
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
      LOG.warn("the database rejects {}, which will be retried", item, failed);
    }
  }

  /** Runs one statement without result rows for each item. Returns the number of changed rows. */
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

  /** Runs several reads on one connection. */
  public <T> T read(Work<T> work) {
    try (Connection connection = pool.getConnection()) {
      return work.run(connection);
    } catch (SQLException failed) {
      throw unavailableOrBug(failed);
    }
  }

  /**
   * Tells a database that is down from a query that always takes too long.
   *
   * @throws DatabaseUnavailableException if the database doesn't respond to a trivial query
   */
  public void requireAvailable() {
    findOne("SELECT 1", _ -> true);
  }

  /** Runs several statements in one transaction. The work must not call external systems. */
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

  /** Returns a timestamp column that may be null. */
  public static Optional<Instant> findInstant(ResultSet row, String column) throws SQLException {
    return Optional.ofNullable(row.getObject(column, OffsetDateTime.class))
        .map(OffsetDateTime::toInstant);
  }

  /** Returns the time that a SELECT of one time finds. */
  public Optional<Instant> findTime(String sql, @Nullable Object... parameters) {
    return list(sql, row -> Optional.ofNullable(row.getObject(1, OffsetDateTime.class)), parameters)
        .getFirst()
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

  /**
   * Returns whether the failure is temporary: classes 08 (connection), 53 (resources) and 57
   * (operator intervention).
   */
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
