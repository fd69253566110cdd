package florin.books;

import florin.books.SettlementStore.Companion;
import florin.core.Realm;
import florin.db.Db;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The progress in reading settlements from providers, in PostgreSQL. */
public final class SettlementPositionStore {
  /** Begins with a connector, or takes it over if its next read is due. */
  private static final String TAKE =
      """
      INSERT INTO settlement_position AS p (realm_id, connector, cursor, due_at)
      VALUES (?, ?, '', ?)
          ON CONFLICT (realm_id, connector) DO UPDATE
         SET due_at = excluded.due_at
       WHERE p.due_at <= ?
      RETURNING p.cursor
      """;

  private static final String MOVE =
      """
      UPDATE settlement_position
         SET cursor = ?,
             due_at = ?,
             read_at = ?,
             problem = ?
       WHERE realm_id = ?
         AND connector = ?
      """;

  private static final String FAIL =
      """
      UPDATE settlement_position
         SET due_at = ?,
             problem = ?
       WHERE realm_id = ?
         AND connector = ?
      """;

  private static final String REFRESH =
      """
      UPDATE settlement_position
         SET due_at = least(due_at, ?)
       WHERE realm_id = ?
      """;

  private static final String LIST =
      """
      SELECT connector, read_at, problem
        FROM settlement_position
       WHERE realm_id = ?
       ORDER BY connector
      """;

  private final Db db;

  /**
   * The state of the reports of a connector's provider.
   *
   * @param read the time until which everything was read; empty before the first read
   * @param problem why the last read failed
   */
  public record ReportState(String connector, Optional<Instant> read, Optional<String> problem) {
    private static ReportState of(ResultSet row) throws SQLException {
      return new ReportState(
          row.getString("connector"),
          Db.findInstant(row, "read_at"),
          Optional.ofNullable(row.getString("problem")));
    }
  }

  public SettlementPositionStore(Db db) {
    this.db = db;
  }

  /**
   * Takes a connector for a time, if its next read is due and no other node has taken it.
   *
   * @return the cursor, which is empty before the first read
   */
  Optional<String> take(Realm realm, String connector, Instant now, Duration lease) {
    return db.findOne(
        TAKE, row -> row.getString("cursor"), realm.id(), connector, now.plus(lease), now);
  }

  /**
   * Returns what stores the progress, in the transaction that adds what was read.
   *
   * @param due the time of the next read
   * @param read the time until which everything was read
   */
  static Companion moving(Realm realm, String connector, String cursor, Instant due, Instant read) {
    return (connection, changed) ->
        Db.update(
            connection,
            MOVE,
            cursor,
            due,
            read,
            changed.stream().findFirst().map(SettlementPositionStore::problem).orElse(null),
            realm.id(),
            connector);
  }

  private static String problem(String reference) {
    return "The provider reports %s with another amount than before. Florin keeps the first one."
        .formatted(reference);
  }

  void fail(Realm realm, String connector, Instant due, String problem) {
    db.update(FAIL, due, problem, realm.id(), connector);
  }

  /** Makes the next read of all connectors of a realm due. */
  void refresh(Realm realm, Instant now) {
    db.update(REFRESH, now, realm.id());
  }

  public List<ReportState> list(Realm realm) {
    return db.list(LIST, ReportState::of, realm.id());
  }
}
