package florin.brake;

import static florin.db.SqlType.BIGINT;
import static florin.db.SqlType.BOOLEAN;
import static florin.db.SqlType.INTEGER;
import static florin.db.SqlType.TEXT;
import static florin.db.SqlType.TIMESTAMPTZ;
import static florin.db.SqlType.UUID;

import florin.brake.Brake.Release;
import florin.brake.Brake.ReleaseReason;
import florin.brake.Brake.State;
import florin.brake.Brake.Status;
import florin.core.Id.BrakeId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.Column;
import florin.db.Db;
import florin.db.ListQuery;
import florin.db.OldRows;
import florin.db.RecordStatement;
import florin.db.SqlType;
import florin.db.Table;
import florin.db.Write;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The brakes that are or were engaged, in PostgreSQL. */
public final class BrakeStore {
  private static final Table<Brake> TABLE = new Table<>("brake", "b");

  private static final Column<Brake, Realm> REALM =
      TABLE.column("realm_id", SqlType.REALM, Brake::realm);
  private static final Column<Brake, BrakeId> ID =
      TABLE.column("id", UUID.as(BrakeId::uuid, BrakeId::new), Brake::id);
  private static final Column<Brake, SubjectKind> SUBJECT_KIND =
      TABLE.column("subject_kind", TEXT.as(SubjectKind::text, SubjectKind::ofText), Brake::kind);
  private static final Column<Brake, String> SUBJECT =
      TABLE.column("subject", TEXT, Brake::subject);
  private static final Column<Brake, Step> STEP =
      TABLE.column("step", TEXT.as(Step::text, Step::ofText), state(State::step));
  private static final Column<Brake, Integer> DECLINED =
      TABLE.column("declined", INTEGER, state(State::declined));
  private static final Column<Brake, Integer> CARDS =
      TABLE.column("cards", INTEGER, state(State::cards));
  private static final Column<Brake, Long> STOPPED =
      TABLE.column("stopped", BIGINT, state(State::stopped));
  private static final Column<Brake, Boolean> TOLD =
      TABLE.column("told", BOOLEAN, state(State::isTold));
  private static final Column<Brake, Instant> ENGAGED_UNTIL =
      TABLE.column("engaged_until", TIMESTAMPTZ, state(State::until));
  private static final Column<Brake, Optional<Instant>> RELEASED_AT =
      TABLE.optional("released_at", TIMESTAMPTZ, state(s -> s.release().map(Release::at)));
  private static final Column<Brake, Optional<ReleaseReason>> RELEASE_REASON =
      TABLE.optional(
          "release_reason",
          TEXT.as(ReleaseReason::text, ReleaseReason::ofText),
          state(s -> s.release().map(Release::reason)));
  private static final Column<Brake, Instant> CREATED_AT =
      TABLE.column("created_at", TIMESTAMPTZ, Brake::created);

  /** Inserts a brake, unless another node has engaged one for the same subject. */
  private static final RecordStatement<Brake> ENGAGE =
      TABLE.guarded(
          "brake.engage",
          """
          INSERT INTO brake (
                 realm_id, id, subject_kind, subject, step, declined, cards, stopped, told, engaged_until, released_at, release_reason, created_at)
          SELECT realm_id, id, subject_kind, subject, step, declined, cards, stopped, told, engaged_until, released_at, release_reason, created_at
            FROM :rows
              ON CONFLICT DO NOTHING
          RETURNING id\
          """);

  /** Adds what a node has stopped. */
  private static final RecordStatement<Brake> STOP =
      TABLE.lenient(
          "brake.stop",
          """
          UPDATE brake b
             SET step = CASE WHEN b.step = 'close' OR r.step = 'slow' THEN b.step ELSE r.step END,
                 declined = r.declined,
                 cards = r.cards,
                 stopped = b.stopped + r.stopped,
                 engaged_until = GREATEST(b.engaged_until, r.engaged_until)
            FROM :rows r
           WHERE b.realm_id = :realm
             AND b.id = r.id
             AND b.released_at IS NULL
          RETURNING b.id\
          """);

  /** A brake that has stopped another card since it was read doesn't expire. */
  private static final RecordStatement<Brake> RELEASE =
      TABLE.guarded(
          "brake.release",
          """
          UPDATE brake b
             SET released_at = r.released_at,
                 release_reason = r.release_reason
            FROM :rows r
           WHERE b.realm_id = :realm
             AND b.id = r.id
             AND b.released_at IS NULL
             AND (r.release_reason = 'requested' OR b.engaged_until <= r.released_at)
          RETURNING b.id\
          """);

  private static final String SELECT = "SELECT * FROM brake";

  private static final String FIND_ENGAGED =
      SELECT
          + """
           WHERE realm_id = ?
             AND subject_kind = ?
             AND subject = ?
             AND released_at IS NULL
          """;

  private static final String WAS_RELEASED =
      SELECT
          + """
           WHERE realm_id = ?
             AND subject_kind = ?
             AND subject = ?
             AND released_at > ?
           LIMIT 1
          """;

  private static final String COUNT_SINCE =
      """
      SELECT count(*) AS brakes, count(*) FILTER (WHERE told) AS told
        FROM (SELECT told
                FROM brake
               WHERE realm_id = ?
                 AND created_at > ?
               ORDER BY realm_id DESC, id DESC
               LIMIT ?) latest
      """;

  private static final String LIST_EXPIRED =
      SELECT
          + """
           WHERE released_at IS NULL
             AND engaged_until <= ?
           ORDER BY engaged_until
           LIMIT ?
          """;

  private static final String LIST_RELEASED =
      SELECT
          + """
           WHERE released_at > ?
             AND release_reason = 'requested'
           ORDER BY released_at
           LIMIT ?
          """;

  private static final String LIST_RELEASED_OF =
      SELECT
          + """
           WHERE realm_id = ?
             AND released_at > ?
             AND release_reason = 'requested'
           ORDER BY released_at
           LIMIT ?
          """;

  private static final String LIST_REALMS_OF_ALERTS =
      """
      SELECT DISTINCT realm_id
        FROM brake
       WHERE released_at IS NULL
         AND (step = 'close' OR subject_kind = 'account')
       LIMIT ?
      """;

  private static final OldRows OLD = new OldRows("brake", "released_at");

  private final Db db;

  public BrakeStore(Db db) {
    this.db = db;
  }

  static Write engage(Brake brake) {
    return ENGAGE.row(brake);
  }

  /**
   * Returns the write that adds to a brake.
   *
   * @param stopped has only the requests that were stopped since the last write
   */
  static Write stop(Brake stopped) {
    return STOP.row(stopped);
  }

  static Write release(Brake brake) {
    return RELEASE.row(brake);
  }

  public Optional<Brake> find(Realm realm, BrakeId id) {
    return db.findOne(
        SELECT + " WHERE realm_id = ? AND id = ?", BrakeStore::read, realm.id(), id.uuid());
  }

  Optional<Brake> findEngaged(Realm realm, SubjectKind kind, String subject) {
    return db.findOne(FIND_ENGAGED, BrakeStore::read, realm.id(), kind.text(), subject);
  }

  /** Returns whether a brake of the subject was released after this time. */
  boolean wasReleased(Realm realm, SubjectKind kind, String subject, Instant since) {
    return db.findOne(WAS_RELEASED, BrakeStore::read, realm.id(), kind.text(), subject, since)
        .isPresent();
  }

  /** Returns a page of brakes, newest first. */
  public Page<Brake> list(Realm realm, Status status, PageRequest page) {
    return new ListQuery(SELECT, realm)
        .and(status == Status.ENGAGED ? "released_at IS NULL" : "released_at IS NOT NULL")
        .page(db, page, BrakeStore::read);
  }

  /** The brakes of an account that were engaged since a time. */
  record Engaged(int brakes, int told) {}

  Engaged countSince(Realm realm, Instant since, int limit) {
    return db.list(
            COUNT_SINCE,
            row -> new Engaged(row.getInt("brakes"), row.getInt("told")),
            realm.id(),
            since,
            limit)
        .getFirst();
  }

  /** Returns brakes of all accounts that no longer stop anything. */
  List<Brake> listExpired(Instant now, int limit) {
    return db.list(LIST_EXPIRED, BrakeStore::read, now, limit);
  }

  /** Returns the brakes of all accounts that were released on request, in that order. */
  List<Brake> listReleased(Instant since, int limit) {
    return db.list(LIST_RELEASED, BrakeStore::read, since, limit);
  }

  List<Brake> listReleased(Realm realm, Instant since, int limit) {
    return db.list(LIST_RELEASED_OF, BrakeStore::read, realm.id(), since, limit);
  }

  /** Returns the accounts with a brake that refuses cards, and those that are watched. */
  public List<Realm> listClosed(int limit) {
    return db.list(LIST_REALMS_OF_ALERTS, REALM::of, limit);
  }

  /** Deletes a bounded batch of old rows of some accounts; returns their number. */
  int deleteOld(Instant before, int limit) {
    return OLD.delete(db, before, limit);
  }

  private static <V> Function<Brake, V> state(Function<State, V> value) {
    return brake -> value.apply(brake.state());
  }

  private static Brake read(ResultSet row) throws SQLException {
    Optional<Instant> released = RELEASED_AT.of(row);
    return new Brake(
        REALM.of(row),
        ID.of(row),
        SUBJECT_KIND.of(row),
        SUBJECT.of(row),
        CREATED_AT.of(row),
        new State(
            STEP.of(row),
            DECLINED.of(row),
            CARDS.of(row),
            STOPPED.of(row),
            TOLD.of(row),
            ENGAGED_UNTIL.of(row),
            released.isEmpty()
                ? Optional.empty()
                : Optional.of(new Release(released.get(), RELEASE_REASON.of(row).orElseThrow()))));
  }
}
