package florin.books;

import florin.books.SettlementStore.Companion;
import florin.core.Realm;
import florin.db.Db;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

  /** A finding stays until the next read begins, and a problem until a page is read. */
  private static final String MOVE =
      """
      UPDATE settlement_position
         SET cursor = ?,
             due_at = ?,
             read_at = CASE WHEN ? THEN coalesce(reading_since, ?) ELSE read_at END,
             reading_since = CASE WHEN NOT ? THEN coalesce(reading_since, ?) END,
             finding = coalesce(?, CASE WHEN reading_since IS NOT NULL THEN finding END),
             problem = NULL
       WHERE realm_id = ?
         AND connector = ?
         AND cursor = ?
      """;

  private static final String FAIL =
      """
      UPDATE settlement_position
         SET due_at = ?,
             problem = ?
       WHERE realm_id = ?
         AND connector = ?
         AND cursor = ?
      """;

  private static final String UNREAD =
      """
      SELECT connector
        FROM settlement_position
       WHERE realm_id = ?
         AND connector = ANY (?)
         AND (read_at IS NULL OR read_at < ?)
         AND problem IS DISTINCT FROM ?
       ORDER BY connector
      """;

  /** The problem of a connector that can't read settlements. */
  static final String UNSUPPORTED =
      "The provider reports no settlements with this connector's settings. Add them, or import files.";

  private static final String REFRESH =
      """
      UPDATE settlement_position
         SET due_at = least(due_at, ?)
       WHERE realm_id = ?
      """;

  private static final String LIST =
      """
      SELECT connector, read_at, coalesce(problem, finding) AS problem
        FROM settlement_position
       WHERE realm_id = ?
       ORDER BY connector
      """;

  private static final String RESTED =
      """
      SELECT connector
        FROM settlement_position
       WHERE due_at > ?
      """;

  private static final Logger LOG = LoggerFactory.getLogger(SettlementPositionStore.class);

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
   * A step from one cursor to the next.
   *
   * @param isLast whether this ends the read: until then, nothing counts as read
   */
  record Move(Realm realm, String connector, String from, String to, boolean isLast) {}

  /**
   * Returns what stores the progress, in the transaction that adds what was read. It undoes that
   * transaction if another node has taken the connector over and read the page.
   *
   * @param due the time of the next read
   * @param read the time until which a read that begins now reads everything
   */
  static Companion moving(Move move, Instant due, Instant read) {
    return (connection, changed) -> {
      Optional<String> finding = changed.stream().findFirst().map(SettlementPositionStore::finding);
      finding.ifPresent(text -> LOG.error("{}: {}", move.connector, text));
      int moved =
          Db.update(
              connection,
              MOVE,
              move.to,
              due,
              move.isLast,
              read,
              move.isLast,
              read,
              finding.orElse(null),
              move.realm.id(),
              move.connector,
              move.from);
      if (moved == 0) {
        throw new IllegalStateException("another node reads " + move.connector);
      }
    };
  }

  private static String finding(String reference) {
    return "The provider reports %s with other amounts than before. Florin keeps the first ones."
        .formatted(reference);
  }

  /** Records why a read failed, unless another node has read the page after this cursor. */
  void fail(Realm realm, String connector, String cursor, Instant due, String problem) {
    db.update(FAIL, due, problem, realm.id(), connector, cursor);
  }

  /**
   * Returns which of these connectors were not read until a time. Those that can't read settlements
   * are none of them.
   */
  static List<String> listUnread(
      Connection connection, Realm realm, List<String> connectors, Instant until)
      throws SQLException {
    return Db.query(
        connection,
        UNREAD,
        row -> row.getString("connector"),
        realm.id(),
        connectors.toArray(String[]::new),
        until,
        UNSUPPORTED);
  }

  /** Makes the next read of all connectors of a realm due. */
  void refresh(Realm realm, Instant now) {
    db.update(REFRESH, now, realm.id());
  }

  /** Returns the connectors whose next read is not due. */
  Set<String> listRested(Instant now) {
    return Set.copyOf(db.list(RESTED, row -> row.getString("connector"), now));
  }

  public List<ReportState> list(Realm realm) {
    return db.list(LIST, ReportState::of, realm.id());
  }
}
