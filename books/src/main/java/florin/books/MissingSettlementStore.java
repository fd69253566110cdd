package florin.books;

import florin.core.Realm;
import florin.db.Db;
import florin.db.IdTime;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Finds payments and refunds that a provider should have reported, and hasn't. Each transfer is
 * compared once, some days after its booking, so a look costs as much as there is new.
 */
public final class MissingSettlementStore {
  /** The time after a booking within which providers report it. */
  public static final Duration REPORTED_WITHIN = Duration.ofDays(7);

  /** The transfers of one transaction, which other postings wait for. */
  static final int BATCH = 5_000;

  private static final String IS_INCOMPLETE =
      """
      SELECT 1
        FROM ledger_backlog
       WHERE realm_id = ?
         AND part IN ('payments', 'refunds')
       LIMIT 1
      """;

  private static final String POSITION =
      """
      SELECT checked_id
        FROM settlement_position
       WHERE realm_id = ?
         AND connector = ?
      """;

  private static final String MOVE =
      """
      INSERT INTO settlement_position AS p (realm_id, connector, cursor, due_at, checked_id)
      VALUES (?, ?, '', ?, ?)
          ON CONFLICT (realm_id, connector) DO UPDATE
         SET checked_id = excluded.checked_id
       WHERE p.checked_id < excluded.checked_id
      """;

  /** Lists the next transfers, and whether each is a movement that the provider misses. */
  private static final String COMPARED =
      """
      SELECT t.id,
             t.object_id,
             (t.type = 'payment' AND (t.debit_role, t.debit_party) = ('pending', ?)
               OR t.type = 'refund' AND (t.credit_role, t.credit_party) = ('pending', ?))
               AND NOT EXISTS (
                   SELECT
                     FROM settlement_line l
                    WHERE l.realm_id = ?
                      AND l.object_id = t.object_id)
               AND NOT EXISTS (
                   SELECT
                     FROM ledger_fact f
                    WHERE f.realm_id = ?
                      AND f.object_id = t.object_id
                      AND f.kind = 'refund_failure') AS is_missing
        FROM ledger_transfer t
       WHERE t.realm_id = ?
         AND t.id > ?
         AND t.id < ?
       ORDER BY t.realm_id, t.id
       LIMIT ?
      """;

  private static final String INSERT =
      """
      INSERT INTO missing_settlement (realm_id, object_id, transfer_id, connector)
      SELECT ?, m.object_id, m.transfer_id, ?
        FROM unnest(?::uuid[], ?::uuid[]) AS m (object_id, transfer_id)
          ON CONFLICT (realm_id, object_id) DO NOTHING
      """;

  private static final String DELETE =
      """
      DELETE FROM missing_settlement
       WHERE realm_id = ?
         AND object_id = ANY (?)
      """;

  private static final String COUNT =
      """
      SELECT connector, count(*) AS movements
        FROM missing_settlement
       WHERE realm_id = ?
       GROUP BY connector
      """;

  private final Db db;

  /** The reports of a connector in a time, which have all movements that were reported in it. */
  record Covered(Realm realm, String connector, Instant since, Instant until) {}

  private record Compared(UUID id, UUID object, boolean isMissing) {
    private static Compared read(ResultSet row) throws SQLException {
      return new Compared(
          row.getObject("id", UUID.class),
          row.getObject("object_id", UUID.class),
          row.getBoolean("is_missing"));
    }
  }

  public MissingSettlementStore(Db db) {
    this.db = db;
  }

  /** Compares the transfers that were not compared yet, and that must be in the reports. */
  void compare(Covered covered, Instant now) {
    if (db.findOne(IS_INCOMPLETE, _ -> true, covered.realm.id()).isPresent()) {
      return; // older transfers would be left out
    }
    UUID end = IdTime.first(covered.until.minus(REPORTED_WITHIN));
    boolean hasMore = true;
    while (hasMore) {
      hasMore = db.transaction(connection -> step(connection, covered, end, now));
    }
  }

  private static boolean step(Connection connection, Covered covered, UUID end, Instant now)
      throws SQLException {
    LedgerStore.lockLines(connection, covered.realm); // a line comes before or after
    LedgerStore.lock(connection);
    long realm = covered.realm.id();
    UUID first = IdTime.first(covered.since);
    UUID after =
        Db.query(
                connection,
                POSITION,
                row -> row.getObject("checked_id", UUID.class),
                realm,
                covered.connector)
            .stream()
            .filter(checked -> isBefore(first, checked))
            .findFirst()
            .orElse(first);
    List<Compared> compared =
        Db.query(
            connection,
            COMPARED,
            Compared::read,
            covered.connector,
            covered.connector,
            realm,
            realm,
            realm,
            after,
            end,
            BATCH);
    List<Compared> missing = compared.stream().filter(Compared::isMissing).toList();
    if (!missing.isEmpty()) {
      Db.update(
          connection,
          INSERT,
          realm,
          covered.connector,
          uuids(missing, Compared::object),
          uuids(missing, Compared::id));
    }
    if (!compared.isEmpty()) {
      Db.update(connection, MOVE, realm, covered.connector, now, compared.getLast().id());
    }
    return compared.size() == BATCH;
  }

  /** Compares ids as PostgreSQL does. */
  private static boolean isBefore(UUID one, UUID other) {
    return one.toString().compareTo(other.toString()) < 0;
  }

  private static UUID[] uuids(List<Compared> some, Function<Compared, UUID> part) {
    return some.stream().map(part).toArray(UUID[]::new);
  }

  /** Forgets the objects of lines that have arrived, in the transaction that adds the lines. */
  static void found(Connection connection, Realm realm, List<UUID> objects) throws SQLException {
    Db.update(connection, DELETE, realm.id(), objects.toArray(UUID[]::new));
  }

  /** Returns the numbers of missing payments and refunds by connector, without those of none. */
  public Map<String, Long> count(Realm realm) {
    return db
        .list(
            COUNT,
            row -> Map.entry(row.getString("connector"), row.getLong("movements")),
            realm.id())
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }
}
