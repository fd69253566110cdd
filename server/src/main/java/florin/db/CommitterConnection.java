package florin.db;

import florin.db.BatchTransaction.BatchResult;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A committer's connection: opened when needed, given up when it fails, and the row by which a lost
 * batch is found again.
 */
final class CommitterConnection implements AutoCloseable {
  /**
   * Committers touch rows by their key only. On a young or never analysed table the planner would
   * scan it all, and keep that plan when the table has grown; and a nested loop over `:rows` takes
   * its row locks in the order of the rows.
   */
  private static final String SESSION =
      """
      SET enable_seqscan = off;
      SET enable_hashjoin = off;
      SET enable_mergejoin = off;
      SET enable_bitmapscan = off;
      SET jit = off;
      SET lock_timeout = '10s';
      SET idle_in_transaction_session_timeout = '10s';
      SET default_transaction_isolation = 'read committed'
      """;

  /**
   * A plan is made once for whatever rows come. Not where the database is spread over several
   * servers: there the values say where a statement goes.
   */
  private static final String KEEP_PLANS = "SET plan_cache_mode = force_generic_plan";

  private static final String REGISTER =
      """
      INSERT INTO committer (id, name)
      VALUES (?, ?)
      ON CONFLICT (id) DO NOTHING
      """;

  /** Waits until an unfinished transaction of the lost connection has ended: it holds this row. */
  private static final String LAST_BATCH =
      """
      SELECT batch
        FROM committer
       WHERE id = ?
         FOR UPDATE
      """;

  /** How long a statement may take before the connection is given up for lost. */
  private static final Duration SOCKET_TIMEOUT = Duration.ofSeconds(15);

  private final UUID id = UUID.randomUUID();
  private final String name;
  private final ConnectionSource database;
  private final List<Companion> companions;
  private @Nullable BatchTransaction open;

  CommitterConnection(String name, ConnectionSource database, List<Companion> companions) {
    this.name = name;
    this.database = database;
    this.companions = List.copyOf(companions);
  }

  String name() {
    return name;
  }

  /** Connects, unless it is. */
  void open() throws SQLException {
    var _ = transaction();
  }

  /** Runs the batch as one transaction. */
  BatchResult run(List<CommitRequest> batch) {
    return run((transaction, number) -> transaction.run(number, batch));
  }

  /** Whether there is room for more than what fits into pages that are there. */
  BatchResult tryRoom() {
    return run(BatchTransaction::tryRoom);
  }

  private BatchResult run(BiFunction<BatchTransaction, UUID, BatchResult> work) {
    UUID number = UUID.randomUUID();
    BatchTransaction transaction;
    try {
      transaction = transaction();
    } catch (SQLException unreachable) {
      return new BatchResult.Lost(number, String.valueOf(unreachable.getMessage()));
    }
    BatchResult result = work.apply(transaction, number);
    if (result instanceof BatchResult.Lost) {
      drop();
    }
    return result;
  }

  /**
   * Whether the transaction with this number was committed; it has ended, one way or the other,
   * when this returns.
   */
  boolean wasCommitted(UUID number) throws SQLException {
    Connection connection = transaction().connection();
    try (var query = connection.prepareStatement(LAST_BATCH)) {
      query.setObject(1, id);
      try (var rows = query.executeQuery()) {
        boolean committed = rows.next() && number.equals(rows.getObject(1, UUID.class));
        connection.rollback();
        return committed;
      }
    } catch (SQLException failed) {
      drop();
      throw failed;
    }
  }

  void drop() {
    BatchTransaction lost = open;
    open = null;
    if (lost != null) {
      lost.abandon();
    }
  }

  @Override
  public void close() {
    drop();
  }

  private BatchTransaction transaction() throws SQLException {
    BatchTransaction current = open;
    if (current == null) {
      current = connect();
      open = current;
    }
    return current;
  }

  private BatchTransaction connect() throws SQLException {
    Connection connection = database.connect();
    try {
      connection.setNetworkTimeout(Runnable::run, (int) SOCKET_TIMEOUT.toMillis());
      boolean sharded = Sharding.isSharded(connection);
      try (var session = connection.createStatement()) {
        session.execute(SESSION);
        if (!sharded) {
          session.execute(KEEP_PLANS);
        }
      }
      try (var register = connection.prepareStatement(REGISTER)) {
        register.setObject(1, id);
        register.setString(2, name);
        register.executeUpdate();
      }
      RowTypes rowTypes = RowTypes.of(connection);
      connection.setAutoCommit(false);
      return new BatchTransaction(connection, rowTypes, sharded, id, companions);
    } catch (SQLException failed) {
      connection.close();
      throw failed;
    }
  }
}
