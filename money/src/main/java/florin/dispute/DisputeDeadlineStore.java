package florin.dispute;

import florin.core.Id.DisputeId;
import florin.core.Realm;
import florin.db.Db;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** The disputes that wait for the merchant's response, and those that were just won. */
public final class DisputeDeadlineStore {
  /**
   * Skips a dispute that was opened in the span itself: another alert reports it. Skips disputes of
   * sandboxes, which have another time.
   */
  private static final String DUE =
      """
      SELECT realm_id, id
        FROM dispute
       WHERE realm_id < 4294967296
         AND closed_at IS NULL
         AND due_by > ?
         AND due_by <= ?
         AND created_at <= due_by - make_interval(secs => ?)
         AND status IN ('inquiry', 'needs_response')
       ORDER BY due_by
       LIMIT ?
      """;

  private static final String WON =
      """
      SELECT realm_id, id
        FROM dispute
       WHERE realm_id < 4294967296
         AND status = 'won'
         AND closed_at > ?
       ORDER BY closed_at DESC
       LIMIT ?
      """;

  private static final String AWAITED =
      """
      SELECT *
        FROM dispute
       WHERE realm_id = ?
         AND closed_at IS NULL
         AND due_by > ?
         AND status IN ('inquiry', 'needs_response')
       ORDER BY due_by
       LIMIT ?
      """;

  private final Db db;

  public DisputeDeadlineStore(Db db) {
    this.db = db;
  }

  public record DisputeOfRealm(Realm realm, DisputeId id) {
    private static DisputeOfRealm read(ResultSet row) throws SQLException {
      return new DisputeOfRealm(
          new Realm(row.getLong("realm_id")), new DisputeId(row.getObject("id", UUID.class)));
    }
  }

  /**
   * Returns the disputes whose deadline is in a span before it, of all realms.
   *
   * @param after the shortest time left, exclusive
   * @param within the longest time left
   */
  public List<DisputeOfRealm> listDue(Instant now, Duration after, Duration within, int most) {
    return db.list(
        DUE,
        DisputeOfRealm::read,
        now.plus(after),
        now.plus(within),
        (double) within.toSeconds(),
        most);
  }

  /** Returns the disputes that were won since a time, of all realms, the last first. */
  public List<DisputeOfRealm> listWon(Instant since, int most) {
    return db.list(WON, DisputeOfRealm::read, since, most);
  }

  /** Returns the disputes that wait for a response, those with the next deadline first. */
  public List<Dispute> listAwaited(Realm realm, Instant now, int most) {
    return db.list(AWAITED, DisputeStore::read, realm.id(), now, most);
  }
}
