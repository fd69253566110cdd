package florin.bench.crash;

import florin.connector.simulator.Audit;
import florin.core.Id.CustomerId;
import florin.core.Id.EventId;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.Id.SetupId;
import florin.core.Realm;
import florin.db.Db;
import florin.db.PostgresAddress;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.postgresql.PGConnection;

/** Reads the service's database directly, without the service. */
final class CrashRecords implements AutoCloseable {
  private static final String PAYMENTS =
      """
      SELECT id, realm_id, description, status, amount, currency, capture_method, connector_kind, amount_captured,
             amount_refunded, amount_refund_pending, sequence
        FROM payment
      """;

  private static final String REFUNDS =
      "SELECT id, payment_id, amount, status, sequence FROM refund";

  private static final String REFERENCES =
      "SELECT id, payment_id FROM attempt WHERE realm_id = ? AND operation <> 'reverse'";

  private static final String EVENTS =
      """
      SELECT e.id, e.object_id, e.sequence, e.type, e.body,
             EXISTS (
             SELECT
               FROM delivery d
              WHERE d.realm_id = e.realm_id
                AND d.event_id = e.id
                AND d.status = 'pending') AS waits
        FROM event e
       WHERE e.type NOT LIKE 'webhook_endpoint.%'
       ORDER BY e.object_id, e.sequence
      """;

  private static final String OPEN =
      """
      SELECT 'payment ' || id || ' is ' || status || coalesce(', ' || pending_operation || ' under way', '') AS what
        FROM payment
       WHERE status = 'processing'
          OR pending_operation IS NOT NULL
          OR amount_refund_pending > 0
       UNION ALL
      SELECT 'attempt ' || id || ', the ' || operation || ' of ' || payment_id || ', is ' || status
        FROM attempt
       WHERE status IN ('begun', 'pending', 'unknown', 'reversing')
      """;

  private static final String HELD =
      """
      SELECT id
        FROM payment
       WHERE description = ?
         AND status = 'processing'
         FOR UPDATE
      """;

  private static final String PENDING_DELIVERIES =
      "SELECT count(*) AS n FROM delivery WHERE status = 'pending'";

  private static final String KEPT_TWICE =
      """
      SELECT webhook_id || ' is kept ' || count(*) || ' times' AS what
        FROM provider_webhook
       GROUP BY realm_id, connector_id, webhook_id
      HAVING count(*) > 1
      """;

  private static final String BOOKED_TWICE =
      """
      SELECT bank_reference || ' counts ' || count(*) || ' times' AS what
        FROM bank_entry
       WHERE status <> 'duplicate'
         AND bank_reference IS NOT NULL
       GROUP BY realm_id, receiving_account_id, bank_reference, entry_amount, debit, booked_on
      HAVING count(DISTINCT statement_id) > 1
      """;

  private static final String TABLES =
      "SELECT quote_ident(relname) AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'";

  /**
   * Selects the backends that commit: their latest statement is a committer's batch or a plain
   * commit.
   */
  private static final String COMMITTERS =
      """
      SELECT pid
        FROM pg_stat_activity
       WHERE pid <> pg_backend_pid()
         AND (query LIKE '%committer%' OR query = 'COMMIT')
      """;

  private final Db db;
  private final Audit audit;

  CrashRecords(PostgresAddress database) {
    this.db = new Db(database);
    this.audit = new Audit(db);
  }

  /**
   * A payment.
   *
   * @param name its description, by which its client identifies it
   */
  record PaymentRow(
      UUID uuid,
      boolean isAtProvider,
      String name,
      String status,
      long amount,
      String currency,
      String captureMethod,
      long captured,
      long refunded,
      long pending,
      int sequence) {
    /** Returns the id; the payment of a setup has the amount zero. */
    String id() {
      return amount == 0 ? new SetupId(uuid).text() : new PaymentId(uuid).text();
    }
  }

  record RefundRow(UUID uuid, UUID payment, long amount, String status, int sequence) {
    String id() {
      return new RefundId(uuid).text();
    }
  }

  /**
   * An event.
   *
   * @param waits whether a delivery of it is pending
   */
  record EventRow(String id, UUID object, int sequence, String type, String body, boolean waits) {}

  List<PaymentRow> payments() {
    return db.list(
        PAYMENTS,
        row ->
            new PaymentRow(
                row.getObject("id", UUID.class),
                !row.getString("connector_kind").equals("simulator"),
                String.valueOf(row.getString("description")),
                row.getString("status"),
                row.getLong("amount"),
                row.getString("currency"),
                row.getString("capture_method"),
                row.getLong("amount_captured"),
                row.getLong("amount_refunded"),
                row.getLong("amount_refund_pending"),
                row.getInt("sequence")));
  }

  List<RefundRow> refunds() {
    return db.list(
        REFUNDS,
        row ->
            new RefundRow(
                row.getObject("id", UUID.class),
                row.getObject("payment_id", UUID.class),
                row.getLong("amount"),
                row.getString("status"),
                row.getInt("sequence")));
  }

  Set<String> customers() {
    return Set.copyOf(
        db.list(
            "SELECT id FROM customer",
            row -> new CustomerId(row.getObject("id", UUID.class)).text()));
  }

  /** Returns the payment of each reference that was sent to the network. */
  Map<UUID, UUID> paymentsByReference(Realm realm) {
    var payments = new HashMap<UUID, UUID>();
    db.list(
            REFERENCES,
            row ->
                Map.entry(row.getObject("id", UUID.class), row.getObject("payment_id", UUID.class)),
            realm.id())
        .forEach(attempt -> payments.put(attempt.getKey(), attempt.getValue()));
    return payments;
  }

  List<Audit.AuthorizationTotals> book(Realm realm, Instant now) {
    return audit.list(realm, now);
  }

  long countApproved(Realm realm, Instant now) {
    return book(realm, now).stream().filter(Audit.AuthorizationTotals::approved).count();
  }

  /**
   * Passes each event to the consumer, grouped by object and in order. Events are too many for
   * memory.
   */
  void events(Consumer<EventRow> each) {
    db.read(connection -> {
      connection.setAutoCommit(false);
      try (var query = connection.prepareStatement(EVENTS)) {
        query.setFetchSize(1000);
        try (var rows = query.executeQuery()) {
          while (rows.next()) {
            each.accept(
                new EventRow(
                    new EventId(rows.getObject("id", UUID.class)).text(),
                    rows.getObject("object_id", UUID.class),
                    rows.getInt("sequence"),
                    rows.getString("type"),
                    rows.getString("body"),
                    rows.getBoolean("waits")));
          }
        }
      } finally {
        connection.rollback();
        connection.setAutoCommit(true);
      }
      return 0;
    });
  }

  /** Describes the operations in flight. */
  List<String> open() {
    return db.list(OPEN, row -> row.getString("what"));
  }

  long pendingDeliveries() {
    return count(PENDING_DELIVERIES);
  }

  List<String> webhooksKeptTwice() {
    return db.list(KEPT_TWICE, row -> row.getString("what"));
  }

  List<String> entriesBookedTwice() {
    return db.list(BOOKED_TWICE, row -> row.getString("what"));
  }

  /**
   * Returns the number of rows of a table.
   *
   * @param table trusted table name
   */
  long countRows(String table) {
    return count("SELECT count(*) AS n FROM " + table);
  }

  private long count(String query) {
    return db.list(query, row -> row.getLong("n")).getFirst();
  }

  List<Long> committers() {
    return db.list(COMMITTERS, row -> row.getLong("pid"));
  }

  /**
   * Locks the row of a payment while an action runs.
   *
   * @return false if no payment in flight has this name
   */
  boolean hold(String name, Runnable meanwhile) {
    return db.read(connection -> {
      connection.setAutoCommit(false);
      try (var query = connection.prepareStatement(HELD)) {
        query.setString(1, name);
        boolean isThere = query.executeQuery().next();
        if (isThere) {
          meanwhile.run();
        }
        return isThere;
      } finally {
        connection.rollback();
        connection.setAutoCommit(true);
      }
    });
  }

  void execute(String sql) {
    db.update(sql);
  }

  /** Writes all tables as text, as a dump contains them. */
  void dump(OutputStream out) throws SQLException, IOException {
    for (String table : db.list(TABLES, row -> row.getString("name"))) {
      db.read(connection -> copy(connection, table, out));
    }
  }

  private static long copy(Connection connection, String table, OutputStream out)
      throws SQLException {
    try {
      return connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyOut("COPY " + table + " TO STDOUT", out);
    } catch (IOException failed) {
      throw new SQLException("the table " + table + " can't be read", failed);
    }
  }

  @Override
  public void close() {
    db.close();
  }
}
