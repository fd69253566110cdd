package florin.team;

import florin.core.Id.UserId;
import florin.db.Db;
import java.time.Instant;
import java.util.Optional;

/** Sign-ins with a correct password that wait for the second factor, in PostgreSQL. */
final class SignInStepStore {
  private static final String DELETE_OLD =
      """
      DELETE FROM sign_in_step
       WHERE expires_at <= ?
      """;

  private static final String INSERT =
      """
      INSERT INTO sign_in_step (token_hash, user_id, expires_at)
      VALUES (?, ?, ?)
      """;

  /** Finds a step with the user's first account, as for a sign-in without a second factor. */
  private static final String FIND =
      """
      SELECT u.id, u.email, u.name, u.created_at, m.account_number, m.role
        FROM sign_in_step s
        JOIN app_user u ON u.id = s.user_id
        JOIN membership m ON m.user_id = u.id
       WHERE s.token_hash = ?
         AND s.expires_at > ?
       ORDER BY m.account_number
       LIMIT 1
      """;

  private static final String DELETE =
      """
      DELETE FROM sign_in_step
       WHERE token_hash = ?
      """;

  private final Db db;

  SignInStepStore(Db db) {
    this.db = db;
  }

  void insert(byte[] tokenHash, UserId user, Instant now, Instant expires) {
    db.update(DELETE_OLD, now);
    db.update(INSERT, tokenHash, user.uuid(), expires);
  }

  Optional<Member> find(byte[] tokenHash, Instant now) {
    return db.findOne(FIND, UserStore::readMember, tokenHash, now);
  }

  /** Deletes a step, which works once. */
  boolean delete(byte[] tokenHash) {
    return db.update(DELETE, tokenHash) == 1;
  }
}
