package florin.books;

import florin.core.Realm;
import florin.db.Db;
import florin.db.IdTime;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Posts the movements of objects from before the ledger, in batches, while the service runs. An
 * event may have posted a movement already, and then it stays as it is.
 */
public final class BacklogStore {
  /** The objects of one transaction. */
  static final int BATCH = 2_000;

  private static final String PARTS =
      """
      SELECT realm_id, part
        FROM ledger_backlog
       ORDER BY realm_id, part
      """;

  private static final String TAKE =
      """
      SELECT after_id
        FROM ledger_backlog
       WHERE realm_id = ?
         AND part = ?
         FOR UPDATE
      """;

  private static final String MOVE =
      """
      UPDATE ledger_backlog
         SET after_id = ?
       WHERE realm_id = ?
         AND part = ?
      """;

  private static final String END =
      """
      DELETE FROM ledger_backlog
       WHERE realm_id = ?
         AND part = ?
      """;

  /**
   * Records refunds whose events are gone, at the time of their request. Of a refund that failed,
   * nothing shows whether it had succeeded before; both give the same balance.
   */
  private static final String RECORD_REFUNDS =
      """
      INSERT INTO ledger_fact (realm_id, object_id, kind, sequence, connector, currency, amount, happened_at)
      SELECT r.realm_id, r.id, 'refund', 0, p.connector, r.currency, r.amount, r.created_at
        FROM refund_for_ledger r
        JOIN payment_for_ledger p ON p.realm_id = ? AND p.id = r.payment_id
       WHERE r.realm_id = ?
         AND r.id = ANY (?)
         AND r.status = 'succeeded'
         AND p.method_type <> 'bank_transfer'
         AND NOT EXISTS (
             SELECT
               FROM event_log e
              WHERE e.realm_id = ?
                AND e.object_id = r.id
                AND e.type LIKE 'refund.%'
                AND e.body::json #>> '{data,object,status}' = 'succeeded')
       ORDER BY r.id
          ON CONFLICT DO NOTHING
      """;

  /**
   * Records disputes whose events are gone, at the time of their loss or otherwise of the capture.
   * The event of the success is the first of those that can report a dispute.
   */
  private static final String RECORD_DISPUTES =
      """
      INSERT INTO ledger_fact (realm_id, object_id, kind, sequence, connector, currency, amount, happened_at)
      SELECT p.realm_id,
             p.id,
             held.kind,
             0,
             p.connector,
             p.currency,
             %1$s,
             coalesce((p.dispute ->> 'lost_at')::timestamptz, p.captured_at)
        FROM payment_for_ledger p
        JOIN (%2$s) held (kind, field, statuses) ON %1$s > 0
       WHERE p.realm_id = ?
         AND p.id = ANY (?)
         AND NOT EXISTS (
             SELECT
               FROM ledger_fact f
              WHERE f.realm_id = ?
                AND f.object_id = p.id
                AND f.kind IN ('dispute', 'dispute_loss'))
         AND NOT EXISTS (
             SELECT
               FROM event_log e
              WHERE e.realm_id = ?
                AND e.object_id = p.id
                AND e.type IN ('payment.succeeded', 'payment.disputed', 'payment.dispute_updated'))
       ORDER BY p.id, held.kind
      """
          .formatted(Movements.disputedAmount("p.dispute"), Movements.OF_DISPUTES);

  /** An open part begins earlier, if its position is later. */
  private static final String ADD_LINES =
      """
      INSERT INTO ledger_backlog AS b (realm_id, part, after_id)
      VALUES (?, 'lines', ?)
          ON CONFLICT (realm_id, part) DO UPDATE
         SET after_id = least(b.after_id, excluded.after_id)
      """;

  private final Db db;

  /**
   * Creates it.
   *
   * @param db for all writes: see {@link Db#unhurried}
   */
  public BacklogStore(Db db) {
    this.db = db;
  }

  /**
   * Truncation waits for readers such as an export, and all readers of events wait for it.
   * Therefore it waits for a short time only.
   */
  private static final String PATIENCE = "SET LOCAL lock_timeout = '5s'";

  /** The SQLSTATE of a statement that has waited too long for a lock. */
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  private static final String CLEAR = "TRUNCATE ledger_transfer, ledger_balance";

  private static final String BEGIN =
      """
      INSERT INTO ledger_backlog (realm_id, part, after_id)
      SELECT r.id, part.name, '00000000-0000-0000-0000-000000000000'
        FROM known_realm r
       CROSS JOIN unnest(?::text[]) AS part(name)
          ON CONFLICT (realm_id, part) DO UPDATE
         SET after_id = excluded.after_id
      """;

  /**
   * The kinds of objects whose money the ledger moves, each with a query for the next of them. A
   * movement is derived from objects of one part only.
   */
  enum Part {
    PAYMENTS(
        """
        SELECT id
          FROM payment_for_ledger
         WHERE realm_id = ?
           AND id > ?
         ORDER BY id
         LIMIT ?
        """),
    REFUNDS(
        """
        SELECT id
          FROM refund_for_ledger
         WHERE realm_id = ?
           AND id > ?
         ORDER BY id
         LIMIT ?
        """),
    FUNDS(
        """
        SELECT id
          FROM funds_for_ledger
         WHERE realm_id = ?
           AND id > ?
         ORDER BY id
         LIMIT ?
        """),
    LINES(
        """
        SELECT id
          FROM settlement_line
         WHERE realm_id = ?
           AND id > ?
         ORDER BY id
         LIMIT ?
        """),
    PAYOUTS(
        """
        SELECT id
          FROM payout_arrival
         WHERE realm_id = ?
           AND id > ?
         ORDER BY id
         LIMIT ?
        """);

    private final String objects;

    Part(String objects) {
      this.objects = objects;
    }

    /** Returns the name that the database has. */
    String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    private static Part of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  private record Waiting(long realm, Part part) {}

  /**
   * Deletes all transfers, and makes all objects the backlog. The facts of refunds and disputes
   * stay, so the new transfers are the same.
   *
   * @return false if a reader, such as an export, still uses the transfers; then nothing is changed
   */
  public boolean startOver() {
    return db.transaction(connection -> {
      LedgerStore.lock(connection);
      Db.update(connection, PATIENCE);
      try {
        Db.update(connection, CLEAR);
      } catch (SQLException failed) {
        if (!LOCK_NOT_AVAILABLE.equals(failed.getSQLState())) {
          throw failed;
        }
        connection.rollback();
        return false;
      }
      Db.update(
          connection,
          BEGIN,
          (Object) Stream.of(Part.values()).map(Part::text).toArray(String[]::new));
      return true;
    });
  }

  /** Posts a batch of each part, and returns whether there is more. */
  public boolean step() {
    List<Waiting> parts =
        db.list(PARTS, row -> new Waiting(row.getLong("realm_id"), Part.of(row.getString("part"))));
    boolean hasMoved = false;
    for (Waiting waiting : parts) {
      hasMoved |= db.transaction(connection -> post(connection, waiting.realm, waiting.part));
    }
    return hasMoved;
  }

  /**
   * Adds the settlement lines that are created from now on. If the backlog has ended its part at
   * the same time, the rows of this transaction begin a new one.
   */
  static void addLines(Connection connection, Realm realm, Instant now) throws SQLException {
    Db.update(connection, ADD_LINES, realm.id(), IdTime.lowest(now));
  }

  /** Returns a realm with movements from before the ledger that are missing. */
  static Optional<Realm> findOpen(Connection connection) throws SQLException {
    return Db.query(connection, PARTS, row -> new Realm(row.getLong("realm_id"))).stream()
        .findFirst();
  }

  private static boolean post(Connection connection, long realm, Part part) throws SQLException {
    LedgerStore.lock(connection);
    Optional<UUID> after =
        Db.query(connection, TAKE, row -> row.getObject("after_id", UUID.class), realm, part.text())
            .stream()
            .findFirst();
    if (after.isEmpty()) {
      return false; // another node has completed it
    }
    UUID[] objects =
        Db.query(
                connection,
                part.objects,
                row -> row.getObject("id", UUID.class),
                realm,
                after.get(),
                BATCH)
            .toArray(UUID[]::new);
    if (objects.length == 0) {
      Db.update(connection, END, realm, part.text());
      return true;
    }
    switch (part) {
      case PAYMENTS -> Db.update(connection, RECORD_DISPUTES, realm, objects, realm, realm);
      case REFUNDS -> Db.update(connection, RECORD_REFUNDS, realm, realm, objects, realm);
      case FUNDS, LINES, PAYOUTS -> {}
    }
    BookingStore.add(connection, realm, part, List.of(objects));
    LedgerStore.post(connection, realm, part, List.of(objects));
    Db.update(connection, MOVE, objects[objects.length - 1], realm, part.text());
    return true;
  }
}
