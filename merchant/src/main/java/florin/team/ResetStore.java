package florin.team;

import florin.core.Id.UserId;
import florin.db.Db;
import florin.team.Resets.UserAccounts;
import florin.team.Team.Membership;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Password reset links in PostgreSQL. Used ones are deleted. */
final class ResetStore {
  private static final String LIST =
      """
      SELECT u.id, u.email, u.name, u.created_at, f.confirmed_at IS NOT NULL AS second_factor,
             a.number, a.name AS account_name, m.role
        FROM app_user u
        LEFT JOIN second_factor f ON f.user_id = u.id
        LEFT JOIN membership m ON m.user_id = u.id
        LEFT JOIN account_for_team a ON a.number = m.account_number
       ORDER BY u.id, a.number
      """;

  private static final String SAVE =
      """
      INSERT INTO reset_link (user_id, token_hash, second_factor, expires_at)
      VALUES (?, ?, ?, ?)
          ON CONFLICT (user_id) DO UPDATE
         SET token_hash = EXCLUDED.token_hash,
             second_factor = EXCLUDED.second_factor,
             expires_at = EXCLUDED.expires_at
      """;

  /** Saves a mailed link, unless one was just made, or the operator's link is valid for longer. */
  private static final String SAVE_MAILED =
      """
      INSERT INTO reset_link (user_id, token_hash, second_factor, expires_at)
      VALUES (?, ?, false, ?)
          ON CONFLICT (user_id) DO UPDATE
         SET token_hash = EXCLUDED.token_hash,
             second_factor = EXCLUDED.second_factor,
             expires_at = EXCLUDED.expires_at
       WHERE reset_link.expires_at <= ?
         AND NOT (reset_link.second_factor AND reset_link.expires_at > ?)
      """;

  private static final String FIND_USER =
      """
      SELECT id, email, name, created_at
        FROM app_user
       WHERE lower(email) = lower(?)
      """;

  private static final String FIND =
      """
      SELECT u.id, u.email, u.name, u.created_at
        FROM reset_link l
        JOIN app_user u ON u.id = l.user_id
       WHERE l.token_hash = ?
         AND l.expires_at > ?
      """;

  private static final String TAKE =
      """
      DELETE FROM reset_link
       WHERE token_hash = ?
         AND expires_at > ?
      RETURNING user_id, second_factor
      """;

  private static final String SET_PASSWORD =
      """
      UPDATE app_user
         SET password = ?
       WHERE id = ?
      RETURNING id, email, name, created_at
      """;

  private static final String DELETE_SESSIONS =
      """
      DELETE FROM session
       WHERE user_id = ?
      """;

  private final Db db;

  ResetStore(Db db) {
    this.db = db;
  }

  private record Row(User user, boolean secondFactor, Optional<Membership> membership) {}

  private record ResetLink(UserId user, boolean secondFactor) {}

  List<UserAccounts> list() {
    Map<UserId, UserAccounts> known = new LinkedHashMap<>();
    for (Row row : db.list(LIST, ResetStore::readRow)) {
      known.merge(
          row.user().id(),
          new UserAccounts(row.user(), row.secondFactor(), row.membership().stream().toList()),
          ResetStore::merged);
    }
    return List.copyOf(known.values());
  }

  void save(UserId user, byte[] hash, boolean secondFactor, Instant expires) {
    db.update(SAVE, user.uuid(), hash, secondFactor, expires);
  }

  /**
   * Saves a mailed link.
   *
   * @param fresh a link that expires after this is too recent to be replaced
   * @return false if there is such a link
   */
  boolean saveMailed(UserId user, byte[] hash, Instant expires, Instant fresh, Instant now) {
    return db.update(SAVE_MAILED, user.uuid(), hash, expires, fresh, now) == 1;
  }

  Optional<User> findUser(String email) {
    return db.findOne(FIND_USER, UserStore::readUser, email);
  }

  Optional<User> find(byte[] hash, Instant now) {
    return db.findOne(FIND, UserStore::readUser, hash, now);
  }

  /** Uses a link; of two concurrent uses, only one deletes the row. */
  Optional<User> use(byte[] hash, String password, Instant now, List<AuditLine> audit) {
    return db.transaction(connection -> {
      List<ResetLink> taken = Db.query(connection, TAKE, ResetStore::readReset, hash, now);
      if (taken.isEmpty()) {
        return Optional.empty();
      }
      UserId id = taken.getFirst().user();
      if (taken.getFirst().secondFactor()) {
        SecondFactorStore.remove(connection, id);
        PasskeyStore.removeAll(connection, id);
      }
      Db.update(connection, DELETE_SESSIONS, id.uuid());
      for (AuditLine line : audit) {
        line.work().run(connection);
      }
      return Optional.of(
          Db.query(connection, SET_PASSWORD, UserStore::readUser, password, id.uuid()).getFirst());
    });
  }

  private static UserAccounts merged(UserAccounts one, UserAccounts other) {
    var accounts = new ArrayList<>(one.accounts());
    accounts.addAll(other.accounts());
    return new UserAccounts(one.user(), one.secondFactor(), accounts);
  }

  private static Row readRow(ResultSet row) throws SQLException {
    String role = row.getString("role");
    Optional<Membership> membership =
        role == null
            ? Optional.empty()
            : Optional.of(
                new Membership(
                    row.getLong("number"), row.getString("account_name"), Role.of(role)));
    return new Row(UserStore.readUser(row), row.getBoolean("second_factor"), membership);
  }

  private static ResetLink readReset(ResultSet row) throws SQLException {
    return new ResetLink(
        new UserId(row.getObject("user_id", UUID.class)), row.getBoolean("second_factor"));
  }
}
