package florin.team;

import florin.core.Id.UserId;
import florin.db.Db;
import florin.team.Users.SetupResult;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Users and their memberships in PostgreSQL. */
final class UserStore {
  private static final String INSERT_USER =
      """
      INSERT INTO app_user (id, email, name, password, created_at)
      VALUES (?, ?, ?, ?, ?)
          ON CONFLICT (lower(email)) DO NOTHING
      """;

  private static final String INSERT_MEMBERSHIP =
      """
      INSERT INTO membership (account_number, user_id, role, created_at)
      VALUES (?, ?, ?, ?)
      """;

  private static final String FIND_CREDENTIALS =
      """
      SELECT u.id, u.email, u.name, u.created_at, u.password, m.account_number, m.role
        FROM app_user u
        JOIN membership m ON m.user_id = u.id
       WHERE lower(u.email) = lower(?)
       ORDER BY m.account_number
       LIMIT 1
      """;

  private static final String FIND_PASSWORD =
      """
      SELECT password
        FROM app_user
       WHERE id = ?
      """;

  private static final String SET_PASSWORD =
      """
      UPDATE app_user
         SET password = ?
       WHERE id = ?
      """;

  private static final String SET_PREFERENCES =
      """
      UPDATE app_user
         SET theme = ?,
             time_zone = ?
       WHERE id = ?
      """;

  private static final String SAVE_LINK =
      """
      INSERT INTO setup_link (token_hash, expires_at)
      SELECT ?, ?
       WHERE NOT EXISTS (SELECT FROM membership WHERE role = 'owner')
          ON CONFLICT (only_row) DO UPDATE SET token_hash = EXCLUDED.token_hash, expires_at = EXCLUDED.expires_at
      """;

  private static final String FIND_LINK =
      """
      SELECT true
        FROM setup_link
       WHERE token_hash = ?
         AND expires_at > ?
      """;

  private static final String LOCK_LINK = FIND_LINK + "   FOR UPDATE";

  private static final String DELETE_LINK =
      """
      DELETE FROM setup_link
      """;

  private final Db db;

  UserStore(Db db) {
    this.db = db;
  }

  /** A member and the hash of the password. */
  record MemberPassword(Member member, String password) {}

  /** Uses the link and creates the owner, or does neither. */
  SetupResult setUp(byte[] link, Member owner, String password, AuditLine audit) {
    Instant now = owner.user().created();
    return db.transaction(connection -> {
      // Locks the link, so that only one of two concurrent uses succeeds.
      if (Db.query(connection, LOCK_LINK, row -> row.getBoolean(1), link, now).isEmpty()) {
        return new SetupResult.LinkGone();
      }
      if (!insert(connection, owner, password)) {
        return new SetupResult.EmailTaken();
      }
      Db.update(connection, DELETE_LINK);
      audit.work().run(connection);
      return new SetupResult.Done(owner);
    });
  }

  private static boolean insert(Connection connection, Member member, String password)
      throws SQLException {
    User user = member.user();
    UUID id = user.id().uuid();
    int made =
        Db.update(connection, INSERT_USER, id, user.email(), user.name(), password, user.created());
    if (made == 0) {
      return false;
    }
    String role = member.role().text();
    Db.update(connection, INSERT_MEMBERSHIP, member.account(), id, role, user.created());
    return true;
  }

  /** Returns the user with the first account. */
  Optional<MemberPassword> findCredentials(String email) {
    return db.findOne(
        FIND_CREDENTIALS,
        row -> new MemberPassword(readMember(row), row.getString("password")),
        email);
  }

  Optional<String> findPassword(UserId id) {
    return db.findOne(FIND_PASSWORD, row -> row.getString("password"), id.uuid());
  }

  void setPassword(UserId id, String password) {
    db.update(SET_PASSWORD, password, id.uuid());
  }

  void setPreferences(UserId id, Preferences preferences) {
    db.update(SET_PREFERENCES, preferences.theme().text(), preferences.zoneName(), id.uuid());
  }

  /**
   * Saves the link, which replaces the previous one.
   *
   * @return false if there is an owner, and so nothing to set up
   */
  boolean saveLink(byte[] hash, Instant expires) {
    return db.update(SAVE_LINK, hash, expires) == 1;
  }

  boolean hasLink(byte[] hash, Instant now) {
    return db.findOne(FIND_LINK, row -> row.getBoolean(1), hash, now).isPresent();
  }

  static Member readMember(ResultSet row) throws SQLException {
    return new Member(readUser(row), row.getLong("account_number"), Role.of(row.getString("role")));
  }

  static User readUser(ResultSet row) throws SQLException {
    return new User(
        new UserId(row.getObject("id", UUID.class)),
        row.getString("email"),
        row.getString("name"),
        Db.getInstant(row, "created_at"));
  }
}
