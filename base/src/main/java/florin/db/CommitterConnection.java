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
 * A committer's connection: opened when needed and dropped when it fails. The committer's row tells
 * later whether a lost batch was committed.
 */
final class CommitterConnection implements AutoCloseable {
  /**
   * The settings of a session. Committers access rows only through their keys. On a new or never
   * analyzed table, the planner would choose a full scan, and keep that plan when the table has
   * grown. A nested loop over `:rows` takes its row locks in the order of the rows.
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
   * Makes each plan once, for any rows. It is not used with a distributed database, where the
   * values decide which server runs a statement.
   */
  private static final String KEEP_PLANS = "SET plan_cache_mode = force_generic_plan";

  private static final String REGISTER =
      """
      INSERT INTO committer (id, name)
      VALUES (?, ?)
      ON CONFLICT (id) DO NOTHING
      """;

  /**
   * Reads the committer's row. It waits until an unfinished transaction of the lost connection,
   * which holds the row's lock, has ended.
   */
  private static final String LAST_BATCH =
      """
      SELECT batch
        FROM committer
       WHERE id = ?
         FOR UPDATE
      """;

  /** How long a statement may take before the connection counts as lost. */
  private static final Duration SOCKET_TIMEOUT = Duration.ofSeconds(15);

  private final UUID id = UUID.randomUUID();
  private final String name;
  private final ConnectionSource database;
  private final List<DerivedStatement> companions;
  private @Nullable BatchTransaction open;

  CommitterConnection(String name, ConnectionSource database, List<DerivedStatement> companions) {
    this.name = name;
    this.database = database;
    this.companions = List.copyOf(companions);
  }

  String name() {
    return name;
  }

  /** Connects, unless already connected. */
  void open() throws SQLException {
    var _ = transaction();
  }

  /** Runs the batch as one transaction. */
  BatchResult run(List<CommitRequest> batch) {
    return run((transaction, number) -> transaction.run(number, batch));
  }

  /** Tests whether there is disk space for new pages. */
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
   * Returns whether the transaction with this number was committed. The transaction has ended when
   * this returns.
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
