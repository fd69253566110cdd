package florin.team;

import florin.core.Id.SessionId;
import florin.core.Id.UserId;
import florin.core.Mode;
import florin.core.TimeZones;
import florin.db.Db;
import florin.team.Session.From;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** Sessions in PostgreSQL. Ended ones are deleted. */
final class SessionStore {
  private static final String INSERT =
      """
      INSERT INTO session (id, token_hash, user_id, account_number, mode, address, user_agent, created_at, seen_at, confirmed_at, passkey)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  private static final String SELECT =
      """
      SELECT u.id, u.email, u.name, u.created_at, u.theme, u.time_zone, m.account_number, m.role, a.name AS account_name, a.time_zone AS report_zone,
             s.id AS session_id, s.mode, s.address, s.user_agent, s.created_at AS begun_at, s.seen_at, s.confirmed_at, s.flash, s.once,
             CASE WHEN a.second_factor_required
                   AND NOT s.passkey
                   AND NOT EXISTS (SELECT
                                     FROM second_factor f
                                    WHERE f.user_id = s.user_id
                                      AND f.confirmed_at IS NOT NULL)
                  THEN coalesce(a.second_factor_from, a.created_at) END AS factor_due
        FROM session s
        JOIN app_user u ON u.id = s.user_id
        JOIN membership m ON m.user_id = s.user_id AND m.account_number = s.account_number
        JOIN account_for_team a ON a.number = s.account_number
       WHERE s.seen_at > ?
         AND s.created_at > ?
      """;

  private static final String FIND = SELECT + "   AND s.token_hash = ?";

  private static final String LIST = SELECT + "   AND s.user_id = ?\n ORDER BY s.seen_at DESC";

  private static final String TOUCH =
      """
      WITH touched AS (
           UPDATE session
              SET seen_at = GREATEST(seen_at, ?)
            WHERE id = ?
           RETURNING user_id, account_number)
      UPDATE membership m
         SET seen_at = GREATEST(m.seen_at, ?)
        FROM touched t
       WHERE m.user_id = t.user_id
         AND m.account_number = t.account_number
      """;

  private static final String CONFIRM =
      """
      UPDATE session
         SET confirmed_at = ?
       WHERE id = ?
      """;

  private static final String SET_PASSKEY =
      """
      UPDATE session
         SET passkey = true
       WHERE id = ?
      """;

  private static final String SET_MODE =
      """
      UPDATE session
         SET mode = ?
       WHERE id = ?
      """;

  private static final String SET_ACCOUNT =
      """
      UPDATE session s
         SET account_number = ?,
             mode = 'test',
             flash = NULL,
             once = NULL
       WHERE id = ?
         AND EXISTS (SELECT FROM membership m WHERE m.user_id = s.user_id AND m.account_number = ?)
      """;

  private static final String SET_FLASH =
      """
      UPDATE session
         SET flash = ?,
             once = ?
       WHERE id = ?
      """;

  private static final String DELETE =
      """
      DELETE FROM session
       WHERE id = ?
         AND user_id = ?
      """;

  private static final String DELETE_OTHERS =
      """
      DELETE FROM session
       WHERE user_id = ?
         AND id <> ?
      """;

  private static final String DELETE_OLD =
      """
      DELETE FROM session
       WHERE created_at <= ?
      """;

  private final Db db;

  SessionStore(Db db) {
    this.db = db;
  }

  /** Inserts a session; every session begins in test mode. */
  void insert(
      SessionId id, byte[] tokenHash, Member member, boolean passkey, From from, Instant now) {
    db.update(
        INSERT,
        id.uuid(),
        tokenHash,
        member.user().id().uuid(),
        member.account(),
        Mode.TEST.text(),
        from.address(),
        from.userAgent(),
        now,
        now,
        now,
        passkey);
    touch(id, now);
  }

  /** Finds a session while the user is a member of the account. */
  Optional<Session> find(byte[] tokenHash, Instant seenAfter, Instant createdAfter) {
    return db.findOne(FIND, SessionStore::read, seenAfter, createdAfter, tokenHash);
  }

  List<Session> list(UserId user, Instant seenAfter, Instant createdAfter) {
    return db.list(LIST, SessionStore::read, seenAfter, createdAfter, user.uuid());
  }

  void touch(SessionId id, Instant now) {
    db.update(TOUCH, now, id.uuid(), now);
  }

  void confirm(SessionId id, Instant now) {
    db.update(CONFIRM, now, id.uuid());
  }

  void setPasskey(SessionId id) {
    db.update(SET_PASSKEY, id.uuid());
  }

  void setMode(SessionId id, Mode mode) {
    db.update(SET_MODE, mode.text(), id.uuid());
  }

  boolean setAccount(SessionId id, long account) {
    return db.update(SET_ACCOUNT, account, id.uuid(), account) == 1;
  }

  void setFlash(SessionId id, Optional<String> flash, Optional<String> once) {
    db.update(SET_FLASH, flash, once, id.uuid());
  }

  boolean delete(SessionId id, UserId user) {
    return db.update(DELETE, id.uuid(), user.uuid()) == 1;
  }

  int deleteOthers(UserId user, SessionId kept) {
    return db.update(DELETE_OTHERS, user.uuid(), kept.uuid());
  }

  void deleteCreatedBefore(Instant then) {
    db.update(DELETE_OLD, then);
  }

  private static Session read(ResultSet row) throws SQLException {
    return new Session(
        new SessionId(row.getObject("session_id", UUID.class)),
        UserStore.readMember(row),
        row.getString("account_name"),
        TimeZones.of(row.getString("report_zone")),
        Mode.valueOf(row.getString("mode").toUpperCase(Locale.ROOT)),
        Preferences.of(row.getString("theme"), row.getString("time_zone")),
        new From(row.getString("address"), row.getString("user_agent")),
        Db.getInstant(row, "begun_at"),
        Db.getInstant(row, "seen_at"),
        Db.getInstant(row, "confirmed_at"),
        Optional.ofNullable(row.getString("flash")),
        Optional.ofNullable(row.getString("once")),
        Db.findInstant(row, "factor_due"));
  }
}
