package florin.team;

import florin.account.AccountStore;
import florin.core.Id.UserId;
import florin.db.Db;
import florin.team.Team.ChangeResult;
import florin.team.Team.Membership;
import florin.team.Team.Seat;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Memberships of accounts, in PostgreSQL. */
final class MembershipStore {
  private static final String LIST =
      """
      SELECT u.id, u.email, u.name, u.created_at, m.account_number, m.role
        FROM membership m
        JOIN app_user u ON u.id = m.user_id
       WHERE m.account_number = ?
       ORDER BY array_position(ARRAY['owner', 'admin', 'developer', 'finance', 'support', 'viewer'], m.role), u.id
      """;

  private static final String LIST_SEATS =
      """
      SELECT u.id, u.email, u.name, u.created_at, m.account_number, m.role, m.seen_at,
             f.confirmed_at IS NOT NULL AS second_factor,
             EXISTS (SELECT FROM passkey p WHERE p.user_id = m.user_id) AS passkey
        FROM membership m
        JOIN app_user u ON u.id = m.user_id
        LEFT JOIN second_factor f ON f.user_id = m.user_id
       WHERE m.account_number = ?
       ORDER BY array_position(ARRAY['owner', 'admin', 'developer', 'finance', 'support', 'viewer'], m.role), u.id
      """;

  private static final String FIND_FACTOR_DUE =
      """
      SELECT coalesce(second_factor_from, created_at) AS due
        FROM account_for_team
       WHERE number = ?
         AND second_factor_required
      """;

  private static final String IS_FACTOR_REQUIRED =
      """
      SELECT EXISTS (SELECT
                       FROM membership m
                       JOIN account_for_team a ON a.number = m.account_number
                      WHERE m.user_id = ?
                        AND a.second_factor_required) AS required
      """;

  private static final String HAS_HIDDEN_ONBOARDING =
      """
      SELECT onboarding_hidden_at IS NOT NULL AS hidden
        FROM membership
       WHERE account_number = ?
         AND user_id = ?
      """;

  private static final String HIDE_ONBOARDING =
      """
      UPDATE membership
         SET onboarding_hidden_at = ?
       WHERE account_number = ?
         AND user_id = ?
      """;

  private static final String LIST_ACCOUNTS =
      """
      SELECT a.number, a.name, m.role
        FROM membership m
        JOIN account_for_team a ON a.number = m.account_number
       WHERE m.user_id = ?
       ORDER BY a.number
      """;

  /** Locks the owners, so that two of them can't demote each other at the same time. */
  private static final String LOCK_OWNERS =
      """
      SELECT user_id
        FROM membership
       WHERE account_number = ?
         AND role = 'owner'
       ORDER BY user_id
         FOR UPDATE
      """;

  private static final String SET_ROLE =
      """
      UPDATE membership
         SET role = ?
       WHERE account_number = ?
         AND user_id = ?
         AND role = ?
      """;

  private static final String DELETE =
      """
      DELETE FROM membership
       WHERE account_number = ?
         AND user_id = ?
         AND role = ?
      """;

  private static final String DELETE_SESSIONS =
      """
      DELETE FROM session
       WHERE account_number = ?
         AND user_id = ?
      """;

  /**
   * Deletes a member's invitations; otherwise a removed or demoted member could return with an
   * earlier link.
   */
  private static final String DELETE_INVITATIONS =
      """
      DELETE FROM invitation
       WHERE account_number = ?
         AND invited_by = ?
      """;

  private static final String SHARE_OWNERS =
      """
      INSERT INTO membership (account_number, user_id, role, created_at)
      SELECT ?, user_id, role, ?
        FROM membership
       WHERE account_number = 1
         AND role = 'owner'
          ON CONFLICT DO NOTHING
      """;

  private final Db db;

  MembershipStore(Db db) {
    this.db = db;
  }

  List<Member> list(long account) {
    return db.list(LIST, UserStore::readMember, account);
  }

  List<Seat> listSeats(long account) {
    return db.list(
        LIST_SEATS,
        row ->
            new Seat(
                UserStore.readMember(row),
                Db.findInstant(row, "seen_at"),
                row.getBoolean("second_factor"),
                row.getBoolean("passkey")),
        account);
  }

  Optional<Instant> findFactorDue(long account) {
    return db.findOne(FIND_FACTOR_DUE, row -> Db.getInstant(row, "due"), account);
  }

  boolean requireSecondFactor(long account, Instant from, Db.Work<?> audit) {
    return db.transaction(connection -> {
      boolean changed = AccountStore.requireSecondFactor(connection, account, from);
      audit.run(connection);
      return changed;
    });
  }

  void stopRequiringSecondFactor(long account, Db.Work<?> audit) {
    db.transaction(connection -> {
      AccountStore.stopRequiringSecondFactor(connection, account);
      return audit.run(connection);
    });
  }

  boolean isSecondFactorRequired(UserId user) {
    return db.findOne(IS_FACTOR_REQUIRED, row -> row.getBoolean(1), user.uuid()).orElseThrow();
  }

  boolean hasHiddenOnboarding(Member member) {
    return db.findOne(
            HAS_HIDDEN_ONBOARDING,
            row -> row.getBoolean(1),
            member.account(),
            member.user().id().uuid())
        .orElse(false);
  }

  void hideOnboarding(Member member, Optional<Instant> now) {
    db.update(HIDE_ONBOARDING, now, member.account(), member.user().id().uuid());
  }

  List<Membership> listAccounts(UserId user) {
    return db.list(
        LIST_ACCOUNTS,
        row ->
            new Membership(
                row.getLong("number"), row.getString("name"), Role.of(row.getString("role"))),
        user.uuid());
  }

  ChangeResult changeRole(Member member, Role role, Db.Work<?> audit) {
    UUID user = member.user().id().uuid();
    return db.transaction(connection -> {
      if (role != Role.OWNER && isLastOwner(connection, member)) {
        return ChangeResult.LAST_OWNER;
      }
      int changed =
          Db.update(
              connection, SET_ROLE, role.text(), member.account(), user, member.role().text());
      if (changed == 0) {
        return ChangeResult.OVERTAKEN;
      }
      Db.update(connection, DELETE_INVITATIONS, member.account(), user);
      audit.run(connection);
      return ChangeResult.DONE;
    });
  }

  ChangeResult remove(Member member, Db.Work<?> audit) {
    UUID user = member.user().id().uuid();
    return db.transaction(connection -> {
      if (isLastOwner(connection, member)) {
        return ChangeResult.LAST_OWNER;
      }
      if (Db.update(connection, DELETE, member.account(), user, member.role().text()) == 0) {
        return ChangeResult.OVERTAKEN;
      }
      Db.update(connection, DELETE_SESSIONS, member.account(), user);
      Db.update(connection, DELETE_INVITATIONS, member.account(), user);
      audit.run(connection);
      return ChangeResult.DONE;
    });
  }

  static int shareOwners(Db db, long account, Instant now) {
    return db.update(SHARE_OWNERS, account, now);
  }

  private static boolean isLastOwner(Connection connection, Member member) throws SQLException {
    List<UUID> owners =
        Db.query(
            connection, LOCK_OWNERS, row -> row.getObject("user_id", UUID.class), member.account());
    return owners.equals(List.of(member.user().id().uuid()));
  }
}
