package florin.db;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;
import org.slf4j.LoggerFactory;

/**
 * One batch as one transaction. All its statements are sent in one round trip, their effects are
 * checked, and a second round trip commits.
 *
 * <p>A {@link DerivedStatement} is included if it had something to do when it was last asked. That
 * is a guess, and its question is always included. If the guess was wrong, one statement ran for
 * nothing, or the companion needs a round trip of its own before the commit.
 */
final class BatchTransaction {
  /** The result of the transaction. */
  sealed interface BatchResult {
    /**
     * The batch is durable.
     *
     * @param made the rows that the statements with `SPREAD` have returned
     */
    record Durable(List<List<Object>> made) implements BatchResult {}

    record GuardsFailed(Map<CommitRequest, Write> refusals) implements BatchResult {}

    record Poisoned(CommitResult.Rejected rejected) implements BatchResult {}

    record Contended(String why) implements BatchResult {}

    /** PostgreSQL lacks resources to write: disk space, memory, connections. */
    record Exhausted(String sqlState, String why) implements BatchResult {}

    /**
     * The connection broke. Whether the batch with this number was committed must be asked later.
     */
    record Lost(UUID batch, String why) implements BatchResult {}
  }

  /**
   * The most prepared statements. The statements of batches have a few dozen combinations at most.
   */
  private static final int MAX_PREPARED = 64;

  /**
   * Writes a megabyte of new pages. The table is emptied first, which gives it a new file. The old
   * file may have free space that no other table can use. The transaction is rolled back.
   */
  private static final String NEED_ROOM =
      """
      TRUNCATE room;
      INSERT INTO room (filler)
      SELECT repeat('x', 8000)
        FROM generate_series(1, 128)
      """;

  private final Connection connection;
  private final RowTypes rowTypes;
  private final boolean sharded;
  private final UUID committer;
  private final List<DerivedStatement> companions;

  /** The companions that had nothing to do when they were last asked. */
  private final Set<DerivedStatement> idle = new HashSet<>();

  private final LinkedHashMap<RoundTrip, PreparedStatement> prepared =
      new LinkedHashMap<>(16, 0.75f, true);

  /**
   * Creates a transaction on a connection.
   *
   * @param sharded whether statements run separately for each realm, if they can
   */
  BatchTransaction(
      Connection connection,
      RowTypes rowTypes,
      boolean sharded,
      UUID committer,
      List<DerivedStatement> companions) {
    this.connection = connection;
    this.rowTypes = rowTypes;
    this.sharded = sharded;
    this.committer = committer;
    this.companions = companions;
  }

  Connection connection() {
    return connection;
  }

  void abandon() {
    try {
      connection.close();
    } catch (SQLException broken) {
      LoggerFactory.getLogger(BatchTransaction.class)
          .debug("a lost connection would not close", broken);
    }
  }

  BatchResult run(UUID number, List<CommitRequest> batch) {
    try {
      Map<Statement, List<Write>> rows = rowsByStatement(batch);
      List<DerivedStatement> asked =
          companions.stream().filter(derived -> rows.containsKey(derived.of())).toList();
      List<DerivedStatement> thoughtIdle = asked.stream().filter(idle::contains).toList();
      rows.putAll(rowsOf(busy(asked), rows));
      var made = new ArrayList<List<Object>>();
      Set<Write> missed = apply(number, rows, asked, made);
      if (!missed.isEmpty()) {
        connection.rollback();
        return new BatchResult.GuardsFailed(refusals(batch, missed));
      }
      List<DerivedStatement> late = busy(thoughtIdle);
      if (!late.isEmpty()) {
        apply(number, rowsOf(late, rows), List.of(), made);
      }
      connection.commit();
      return new BatchResult.Durable(made);
    } catch (SQLException failed) {
      return afterFailure(number, failed);
    }
  }

  /**
   * Tests whether a transaction can allocate disk space, and rolls it back. Returns `Durable` if it
   * can.
   */
  BatchResult tryRoom(UUID number) {
    try (var needing = connection.createStatement()) {
      needing.execute(NEED_ROOM);
      connection.rollback();
      return new BatchResult.Durable(List.of());
    } catch (SQLException failed) {
      return afterFailure(number, failed);
    }
  }

  /**
   * Returns the rows of each statement in the order of their keys. The statements are in the order
   * of their names, which is equal for all committers.
   */
  private static Map<Statement, List<Write>> rowsByStatement(List<CommitRequest> batch) {
    var grouped = new TreeMap<Statement, List<Write>>(Comparator.comparing(Statement::name));
    for (CommitRequest waiting : batch) {
      for (Write write : waiting.changeset().writes()) {
        grouped.computeIfAbsent(write.statement(), _ -> new ArrayList<>()).add(write);
      }
    }
    grouped.values().forEach(rows -> rows.sort(Comparator.comparing(Write::key)));
    return grouped;
  }

  private List<DerivedStatement> busy(List<DerivedStatement> some) {
    return some.stream().filter(derived -> !idle.contains(derived)).toList();
  }

  private static Map<Statement, List<Write>> rowsOf(
      List<DerivedStatement> companions, Map<Statement, List<Write>> rows) {
    return companions.stream()
        .collect(
            Collectors.toMap(
                DerivedStatement::adds,
                derived -> derived.with(Objects.requireNonNull(rows.get(derived.of())))));
  }

  /**
   * Returns the guarded writes that changed nothing.
   *
   * @param asked the companions that are asked whether they have anything to do; {@link #idle}
   *     records the results
   */
  private Set<Write> apply(
      UUID number,
      Map<Statement, List<Write>> rows,
      List<DerivedStatement> asked,
      List<List<Object>> made)
      throws SQLException {
    var portions = new Portions(rows, sharded);
    RoundTrip trip = RoundTrip.of(portions.statements(), asked, sharded);
    PreparedStatement all = prepare(trip);
    bind(all, number, rows, portions, trip);
    all.execute();
    if (all.getUpdateCount() != 1) {
      throw new SQLException(
          "the committer's row is gone: the database went back in time", "08006");
    }
    Set<Write> missed = new HashSet<>();
    Function<Statement, List<Write>> portion = portions.inTurn();
    for (List<Statement> step : trip.steps()) {
      all.getMoreResults();
      Statement statement = step.getFirst();
      if (statement.effect().isGuard()) {
        missed.addAll(notTouched(all, portion.apply(statement)));
      } else if (statement.effect() == Statement.Effect.SPREAD) {
        readInto(made, all);
      }
    }
    for (DerivedStatement derived : asked) {
      all.getMoreResults();
      if (isTrue(all)) {
        idle.remove(derived);
      } else {
        idle.add(derived);
      }
    }
    return missed;
  }

  private static List<Write> notTouched(PreparedStatement all, List<Write> rows)
      throws SQLException {
    Set<UUID> touched = new HashSet<>();
    try (var keys = all.getResultSet()) {
      while (keys.next()) {
        touched.add(keys.getObject(1, UUID.class));
      }
    }
    return rows.stream().filter(write -> !touched.contains(write.key())).toList();
  }

  private static void readInto(List<List<Object>> made, PreparedStatement all) throws SQLException {
    try (var rows = all.getResultSet()) {
      int width = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        var row = new ArrayList<Object>(width);
        for (int i = 1; i <= width; i++) {
          row.add(rows.getObject(i));
        }
        made.add(row);
      }
    }
  }

  private static boolean isTrue(PreparedStatement all) throws SQLException {
    try (var answer = all.getResultSet()) {
      answer.next();
      return answer.getBoolean(1);
    }
  }

  private void bind(
      PreparedStatement all,
      UUID number,
      Map<Statement, List<Write>> rows,
      Portions portions,
      RoundTrip trip)
      throws SQLException {
    all.setObject(1, number);
    all.setObject(2, committer);
    int parameter = 3;
    Function<Statement, List<Write>> portion = portions.inTurn();
    for (Statement statement : trip.parameters()) {
      List<Write> next = portion.apply(statement);
      for (Array array : arrays(statement, next)) {
        all.setArray(parameter++, array);
      }
      for (int i = 0; sharded && i < statement.realms(); i++) {
        all.setLong(parameter++, statement.realmOf(next.getFirst()));
      }
    }
    for (DerivedStatement derived : trip.asked()) {
      all.setArray(
          parameter++, derived.askedOf(Objects.requireNonNull(rows.get(derived.of())), connection));
    }
  }

  private List<Array> arrays(Statement statement, List<Write> rows) throws SQLException {
    Optional<RowType> rowType = statement.rowType();
    if (rowType.isPresent()) {
      return List.of(rowTypes.array(rowType.get(), rows));
    }
    var arrays = new ArrayList<Array>();
    for (int i = 0; i < statement.columns().size(); i++) {
      arrays.add(SqlArrays.of(connection, statement.columns().get(i).type(), rows, i));
    }
    return arrays;
  }

  private PreparedStatement prepare(RoundTrip trip) throws SQLException {
    PreparedStatement known = prepared.get(trip);
    if (known != null) {
      return known;
    }
    if (prepared.size() >= MAX_PREPARED) {
      prepared.pollFirstEntry().getValue().close();
    }
    PreparedStatement fresh = connection.prepareStatement(trip.sql());
    prepared.put(trip, fresh);
    return fresh;
  }

  private static Map<CommitRequest, Write> refusals(List<CommitRequest> batch, Set<Write> missed) {
    var refusals = new HashMap<CommitRequest, Write>();
    for (CommitRequest waiting : batch) {
      waiting.changeset().writes().stream()
          .filter(missed::contains)
          .findFirst()
          .ifPresent(guard -> refusals.put(waiting, guard));
    }
    return refusals;
  }

  /** Returns the result for an SQLSTATE (PostgreSQL documentation, appendix A). */
  private BatchResult afterFailure(UUID number, SQLException failed) {
    String state = failed.getSQLState() == null ? "" : failed.getSQLState();
    if (!rolledBack()) {
      return new BatchResult.Lost(number, String.valueOf(failed.getMessage()));
    }
    return switch (state) {
      case "40001", "40P01", "55P03", "57014" -> new BatchResult.Contended(state);
      case String s when s.startsWith("08") || s.startsWith("57P") || s.startsWith("25") ->
          new BatchResult.Lost(number, s + " " + failed.getMessage());
      case String s when s.startsWith("53") ->
          new BatchResult.Exhausted(s, String.valueOf(failed.getMessage()));
      default ->
          new BatchResult.Poisoned(
              new CommitResult.Rejected(
                  state, constraint(failed), String.valueOf(failed.getMessage())));
    };
  }

  private boolean rolledBack() {
    try {
      connection.rollback();
      return true;
    } catch (SQLException broken) {
      return false;
    }
  }

  private static String constraint(SQLException failed) {
    if (failed instanceof PSQLException psql && psql.getServerErrorMessage() != null) {
      ServerErrorMessage said = psql.getServerErrorMessage();
      String name = said.getConstraint();
      return name == null ? Sharding.constraint(said.getMessage()) : name;
    }
    return "";
  }
}
