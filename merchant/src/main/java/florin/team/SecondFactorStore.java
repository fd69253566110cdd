package florin.team;

import florin.core.Id.UserId;
import florin.db.Db;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Second factors and recovery codes in PostgreSQL. */
final class SecondFactorStore {
  private static final String BEGIN =
      """
      INSERT INTO second_factor (user_id, secret, created_at)
      VALUES (?, ?, ?)
          ON CONFLICT (user_id) DO UPDATE
         SET secret = EXCLUDED.secret,
             created_at = EXCLUDED.created_at
       WHERE second_factor.confirmed_at IS NULL
      """;

  private static final String FIND =
      """
      SELECT secret, confirmed_at IS NOT NULL AS confirmed
        FROM second_factor
       WHERE user_id = ?
      """;

  private static final String CONFIRM =
      """
      UPDATE second_factor
         SET confirmed_at = ?,
             last_step = ?
       WHERE user_id = ?
         AND secret = ?
         AND confirmed_at IS NULL
      """;

  /** Uses a time step once, and none before the last used one (RFC 6238, section 5.2). */
  private static final String USE_STEP =
      """
      UPDATE second_factor
         SET last_step = ?
       WHERE user_id = ?
         AND confirmed_at IS NOT NULL
         AND (last_step IS NULL OR last_step < ?)
      """;

  private static final String DELETE =
      """
      DELETE FROM second_factor
       WHERE user_id = ?
      """;

  private static final String DELETE_CODES =
      """
      DELETE FROM recovery_code
       WHERE user_id = ?
      """;

  private static final String INSERT_CODE =
      """
      INSERT INTO recovery_code (user_id, hash, created_at)
      VALUES (?, ?, ?)
      """;

  private static final String USE_CODE =
      """
      UPDATE recovery_code
         SET used_at = ?
       WHERE user_id = ?
         AND hash = ?
         AND used_at IS NULL
      """;

  private static final String COUNT_CODES =
      """
      SELECT count(*)
        FROM recovery_code
       WHERE user_id = ?
         AND used_at IS NULL
      """;

  private final Db db;

  SecondFactorStore(Db db) {
    this.db = db;
  }

  /**
   * The stored secret of a second factor.
   *
   * @param secret the encrypted secret
   * @param confirmed whether the user has entered a code of it
   */
  record FactorSecret(String secret, boolean confirmed) {}

  void begin(UserId user, String sealed, Instant now) {
    db.update(BEGIN, user.uuid(), sealed, now);
  }

  Optional<FactorSecret> find(UserId user) {
    return db.findOne(
        FIND,
        row -> new FactorSecret(row.getString("secret"), row.getBoolean("confirmed")),
        user.uuid());
  }

  boolean confirm(UserId user, String sealed, long step, Instant now) {
    return db.update(CONFIRM, now, step, user.uuid(), sealed) == 1;
  }

  boolean useStep(UserId user, long step) {
    return db.update(USE_STEP, step, user.uuid(), step) == 1;
  }

  boolean useCode(UserId user, byte[] hash, Instant now) {
    return db.update(USE_CODE, now, user.uuid(), hash) == 1;
  }

  int countCodes(UserId user) {
    return db.list(COUNT_CODES, row -> row.getInt(1), user.uuid()).getFirst();
  }

  void replaceCodes(UserId user, List<byte[]> hashes, Instant now) {
    db.transaction(connection -> {
      Db.update(connection, DELETE_CODES, user.uuid());
      for (byte[] hash : hashes) {
        Db.update(connection, INSERT_CODE, user.uuid(), hash, now);
      }
      return hashes.size();
    });
  }

  void remove(UserId user) {
    db.transaction(connection -> {
      remove(connection, user);
      return user;
    });
  }

  static void remove(Connection connection, UserId user) throws SQLException {
    Db.update(connection, DELETE_CODES, user.uuid());
    Db.update(connection, DELETE, user.uuid());
  }
}
