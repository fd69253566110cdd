package florin.brake;

import florin.core.Realm;
import florin.db.Db;
import florin.db.OldRows;
import florin.db.Statement;
import florin.db.Write;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;

/** What the brakes have stopped in each hour, in PostgreSQL. */
public final class BrakeCountStore {
  private static final Statement ADD =
      Statement.lenient(
          "brake_count.add",
          "brake_count",
          "id",
          "realm_id bigint, id uuid, subject_kind text, step text, requests bigint, payers bigint, begins_at timestamptz",
          """
          INSERT INTO brake_count AS b (realm_id, id, subject_kind, step, requests, payers, begins_at)
          SELECT realm_id, id, subject_kind, step, requests, payers, begins_at
            FROM :rows
              ON CONFLICT (realm_id, id) DO UPDATE
             SET requests = b.requests + EXCLUDED.requests,
                 payers = b.payers + EXCLUDED.payers
          RETURNING b.id\
          """);

  private static final String SUM_SINCE =
      """
      SELECT subject_kind, step, sum(requests) AS requests, sum(payers) AS payers
        FROM brake_count
       WHERE realm_id = ?
         AND begins_at >= ?
       GROUP BY subject_kind, step
       ORDER BY requests DESC, subject_kind, step
      """;

  private static final OldRows OLD = new OldRows("brake_count", "begins_at");

  private final Db db;

  public BrakeCountStore(Db db) {
    this.db = db;
  }

  /**
   * The requests that one kind of subject stopped.
   *
   * @param payers the different addresses behind them
   */
  public record Stopped(SubjectKind kind, Step step, long requests, long payers) {}

  static Write add(Realm realm, Stopped stopped, Instant at) {
    Instant hour = at.truncatedTo(ChronoUnit.HOURS);
    String name = hour + " " + stopped.kind().text() + " " + stopped.step().text();
    return ADD.row(
        realm.id(),
        UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.US_ASCII)),
        stopped.kind().text(),
        stopped.step().text(),
        stopped.requests(),
        stopped.payers(),
        hour);
  }

  /** Returns what was stopped in the hours since a time, the most first. */
  public List<Stopped> sumSince(Realm realm, Instant since) {
    return db.list(SUM_SINCE, BrakeCountStore::read, realm.id(), since);
  }

  /** Deletes a bounded batch of old rows of some accounts; returns their number. */
  int deleteOld(Instant before, int limit) {
    return OLD.delete(db, before, limit);
  }

  private static Stopped read(ResultSet row) throws SQLException {
    return new Stopped(
        SubjectKind.ofText(row.getString("subject_kind")),
        Step.ofText(row.getString("step")),
        row.getLong("requests"),
        row.getLong("payers"));
  }
}
