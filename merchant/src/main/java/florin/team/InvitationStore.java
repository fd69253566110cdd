package florin.team;

import florin.core.Id.InvitationId;
import florin.core.Id.UserId;
import florin.db.Db;
import florin.team.Invitations.Invitation;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** Invitations in PostgreSQL. Used ones are deleted. */
final class InvitationStore {
  private static final String SAVE =
      """
      INSERT INTO invitation (id, account_number, email, role, token_hash, invited_by, created_at, expires_at)
      SELECT ?, ?, ?, ?, ?, ?, ?, ?
       WHERE NOT EXISTS (SELECT
                           FROM membership m
                           JOIN app_user u ON u.id = m.user_id
                          WHERE m.account_number = ?
                            AND lower(u.email) = lower(?))
          ON CONFLICT (account_number, lower(email)) DO UPDATE
         SET id = EXCLUDED.id,
             email = EXCLUDED.email,
             role = EXCLUDED.role,
             token_hash = EXCLUDED.token_hash,
             invited_by = EXCLUDED.invited_by,
             created_at = EXCLUDED.created_at,
             expires_at = EXCLUDED.expires_at
      """;

  private static final String SELECT =
      """
      SELECT i.id, i.account_number, a.name AS account_name, i.email, i.role, u.email AS invited_by, i.expires_at
        FROM invitation i
        JOIN account_for_team a ON a.number = i.account_number
        JOIN app_user u ON u.id = i.invited_by
       WHERE i.expires_at > ?
      """;

  private static final String LIST = SELECT + "   AND i.account_number = ?\n ORDER BY i.id";

  private static final String FIND = SELECT + "   AND i.token_hash = ?";

  private static final String LOCK = FIND + "   FOR UPDATE OF i";

  private static final String DELETE =
      """
      DELETE FROM invitation
       WHERE account_number = ?
         AND id = ?
      """;

  private static final String HAS_LOGIN =
      """
      SELECT true
        FROM app_user u
       WHERE lower(u.email) = lower(?)
         AND EXISTS (SELECT FROM membership m WHERE m.user_id = u.id)
      """;

  /**
   * Creates or renews the user. A person who was removed from every account no longer has a login,
   * and starts again with the link. An earlier second factor is not required.
   */
  private static final String INSERT_OR_RENEW_USER =
      """
      INSERT INTO app_user (id, email, name, password, created_at)
      VALUES (?, ?, ?, ?, ?)
          ON CONFLICT (lower(email)) DO UPDATE
         SET name = EXCLUDED.name,
             password = EXCLUDED.password
       WHERE NOT EXISTS (SELECT FROM membership m WHERE m.user_id = app_user.id)
      RETURNING id, email, name, created_at
      """;

  private static final String INSERT_MEMBERSHIP =
      """
      INSERT INTO membership (account_number, user_id, role, created_at)
      VALUES (?, ?, ?, ?)
          ON CONFLICT (account_number, user_id) DO NOTHING
      """;

  private final Db db;

  InvitationStore(Db db) {
    this.db = db;
  }

  /** The result of using a link. */
  sealed interface LinkUse {
    record By(Member member) implements LinkUse {}

    record Gone() implements LinkUse {}

    /** The address has a login other than the signed-in one. */
    record HasLogin() implements LinkUse {}
  }

  /**
   * Saves an invitation.
   *
   * @return false if the address already belongs to a member
   */
  boolean save(Invitation invitation, UserId by, byte[] tokenHash, Instant now, Db.Work<?> audit) {
    return db.transaction(connection -> {
      boolean isSaved = save(connection, invitation, by, tokenHash, now);
      if (isSaved) {
        audit.run(connection);
      }
      return isSaved;
    });
  }

  private static boolean save(
      Connection connection, Invitation invitation, UserId by, byte[] tokenHash, Instant now)
      throws SQLException {
    return Db.update(
            connection,
            SAVE,
            invitation.id().uuid(),
            invitation.account(),
            invitation.email(),
            invitation.role().text(),
            tokenHash,
            by.uuid(),
            now,
            invitation.expires(),
            invitation.account(),
            invitation.email())
        == 1;
  }

  List<Invitation> list(long account, Instant now) {
    return db.list(LIST, InvitationStore::read, now, account);
  }

  Optional<Invitation> find(byte[] tokenHash, Instant now) {
    return db.findOne(FIND, InvitationStore::read, now, tokenHash);
  }

  boolean hasLogin(String email) {
    return db.findOne(HAS_LOGIN, row -> row.getBoolean(1), email).isPresent();
  }

  void delete(long account, InvitationId id, Db.Work<?> audit) {
    db.transaction(connection -> {
      Db.update(connection, DELETE, account, id.uuid());
      return audit.run(connection);
    });
  }

  LinkUse acceptAsNew(
      byte[] tokenHash, User user, String password, Function<Member, AuditLine> audit) {
    Instant now = user.created();
    return db.transaction(connection -> {
      Optional<Invitation> invitation = lock(connection, tokenHash, now);
      if (invitation.isEmpty()) {
        return new LinkUse.Gone();
      }
      Optional<User> made = insert(connection, user, password);
      if (made.isEmpty()) {
        return new LinkUse.HasLogin();
      }
      SecondFactorStore.remove(connection, made.get().id());
      return join(connection, invitation.get(), made.get(), now, audit);
    });
  }

  LinkUse acceptAs(byte[] tokenHash, User user, Instant now, Function<Member, AuditLine> audit) {
    return db.transaction(connection -> {
      Optional<Invitation> invitation = lock(connection, tokenHash, now);
      if (invitation.isEmpty()) {
        return new LinkUse.Gone();
      }
      return invitation.get().email().equalsIgnoreCase(user.email())
          ? join(connection, invitation.get(), user, now, audit)
          : new LinkUse.HasLogin();
    });
  }

  /** Locks the link, so that only one of two concurrent uses succeeds. */
  private static Optional<Invitation> lock(Connection connection, byte[] tokenHash, Instant now)
      throws SQLException {
    return Db.query(connection, LOCK, InvitationStore::read, now, tokenHash).stream().findFirst();
  }

  private static Optional<User> insert(Connection connection, User user, String password)
      throws SQLException {
    return Db.query(
            connection,
            INSERT_OR_RENEW_USER,
            UserStore::readUser,
            user.id().uuid(),
            user.email(),
            user.name(),
            password,
            user.created())
        .stream()
        .findFirst();
  }

  private static LinkUse join(
      Connection connection,
      Invitation invitation,
      User user,
      Instant now,
      Function<Member, AuditLine> audit)
      throws SQLException {
    UUID id = user.id().uuid();
    Db.update(
        connection, INSERT_MEMBERSHIP, invitation.account(), id, invitation.role().text(), now);
    Db.update(connection, DELETE, invitation.account(), invitation.id().uuid());
    var member = new Member(user, invitation.account(), invitation.role());
    audit.apply(member).work().run(connection);
    return new LinkUse.By(member);
  }

  private static Invitation read(ResultSet row) throws SQLException {
    return new Invitation(
        new InvitationId(row.getObject("id", UUID.class)),
        row.getLong("account_number"),
        row.getString("account_name"),
        row.getString("email"),
        Role.of(row.getString("role")),
        row.getString("invited_by"),
        Db.getInstant(row, "expires_at"));
  }
}
