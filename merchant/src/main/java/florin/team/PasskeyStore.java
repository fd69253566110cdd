package florin.team;

import florin.core.Id.PasskeyId;
import florin.core.Id.UserId;
import florin.db.Db;
import florin.team.Ceremonies.NewCredential;
import florin.team.Passkeys.AddResult;
import florin.team.Passkeys.Passkey;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Passkeys, and used challenges, in PostgreSQL. */
@SuppressWarnings("ArrayRecordComponent") // bytes of columns, which are never compared
final class PasskeyStore {
  private static final String LIST =
      """
      SELECT id, name, created_at, used_at
        FROM passkey
       WHERE user_id = ?
       ORDER BY created_at, id
      """;

  private static final String LIST_CREDENTIALS =
      """
      SELECT credential_id, transports
        FROM passkey
       WHERE user_id = ?
       ORDER BY created_at, id
      """;

  private static final String COUNT =
      """
      SELECT count(*)
        FROM passkey
       WHERE user_id = ?
      """;

  /** Finds a passkey with the user's first account, as for a sign-in with the password. */
  private static final String FIND =
      """
      SELECT u.id, u.email, u.name, u.created_at, m.account_number, m.role,
             p.id AS passkey_id, p.credential_id, p.public_key, p.sign_count
        FROM passkey p
        JOIN app_user u ON u.id = p.user_id
        JOIN membership m ON m.user_id = u.id
       WHERE p.credential_id = ?
       ORDER BY m.account_number
       LIMIT 1
      """;

  /** Locks the user, so that concurrent additions wait for each other. */
  private static final String LOCK_USER =
      """
      SELECT true
        FROM app_user
       WHERE id = ?
         FOR UPDATE
      """;

  private static final String INSERT =
      """
      INSERT INTO passkey (id, user_id, credential_id, public_key, sign_count, transports, name, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (credential_id) DO NOTHING
      """;

  /** Records a use; the counter never decreases. */
  private static final String USE =
      """
      UPDATE passkey
         SET sign_count = ?,
             used_at = ?
       WHERE id = ?
         AND (sign_count < ? OR sign_count = 0 AND ? = 0)
      """;

  private static final String DELETE =
      """
      DELETE FROM passkey
       WHERE id = ?
         AND user_id = ?
      RETURNING name
      """;

  private static final String DELETE_OF_USER =
      """
      DELETE FROM passkey
       WHERE user_id = ?
      """;

  private static final String DELETE_OLD_CHALLENGES =
      """
      DELETE FROM passkey_challenge
       WHERE expires_at <= ?
      """;

  private static final String USE_CHALLENGE =
      """
      INSERT INTO passkey_challenge (hash, expires_at)
      VALUES (?, ?)
          ON CONFLICT (hash) DO NOTHING
      """;

  private final Db db;

  PasskeyStore(Db db) {
    this.db = db;
  }

  /** The data with which a browser finds a passkey, and how it reaches the device. */
  record StoredCredential(byte[] credentialId, List<String> transports) {}

  /** A passkey with its public key and its owner. */
  record StoredPasskey(
      PasskeyId id, Member member, byte[] credentialId, byte[] publicKey, long signCount) {}

  /** The hash of a challenge that is valid once. */
  record UsedChallenge(byte[] hash, Instant expires) {}

  List<Passkey> list(UserId user) {
    return db.list(
        LIST,
        row ->
            new Passkey(
                new PasskeyId(row.getObject("id", UUID.class)),
                row.getString("name"),
                Db.getInstant(row, "created_at"),
                Db.findInstant(row, "used_at")),
        user.uuid());
  }

  List<StoredCredential> listCredentials(UserId user) {
    return db.list(
        LIST_CREDENTIALS,
        row ->
            new StoredCredential(
                row.getBytes("credential_id"),
                List.of((String[]) row.getArray("transports").getArray())),
        user.uuid());
  }

  Optional<StoredPasskey> find(byte[] credentialId) {
    return db.findOne(FIND, PasskeyStore::read, credentialId);
  }

  AddResult add(
      PasskeyId id,
      UserId user,
      NewCredential made,
      String name,
      UsedChallenge challenge,
      Instant now) {
    return db.transaction(connection -> {
      Db.query(connection, LOCK_USER, row -> row.getBoolean(1), user.uuid());
      if (Db.query(connection, COUNT, row -> row.getInt(1), user.uuid()).getFirst()
          >= Passkeys.MAX) {
        return AddResult.TOO_MANY;
      }
      if (!use(connection, challenge, now)) {
        return AddResult.LATE;
      }
      int inserted =
          Db.update(
              connection,
              INSERT,
              id.uuid(),
              user.uuid(),
              made.credentialId(),
              made.publicKey(),
              made.signCount(),
              made.transports().toArray(String[]::new),
              name,
              now);
      return inserted == 1 ? AddResult.ADDED : AddResult.WRONG;
    });
  }

  /**
   * Records that the passkey has signed this challenge; each challenge and counter works once.
   *
   * @return false if it was used before, was removed, or its counter is too low
   */
  boolean use(StoredPasskey passkey, long signCount, UsedChallenge challenge, Instant now) {
    return db.transaction(connection ->
        use(connection, challenge, now)
            && Db.update(connection, USE, signCount, now, passkey.id().uuid(), signCount, signCount)
                == 1);
  }

  private static boolean use(Connection connection, UsedChallenge challenge, Instant now)
      throws SQLException {
    Db.update(connection, DELETE_OLD_CHALLENGES, now);
    return Db.update(connection, USE_CHALLENGE, challenge.hash(), challenge.expires()) == 1;
  }

  /** Removes a passkey and returns its name; empty if the user has no such passkey. */
  Optional<String> remove(PasskeyId id, UserId user) {
    return db.findOne(DELETE, row -> row.getString("name"), id.uuid(), user.uuid());
  }

  static void removeAll(Connection connection, UserId user) throws SQLException {
    Db.update(connection, DELETE_OF_USER, user.uuid());
  }

  private static StoredPasskey read(ResultSet row) throws SQLException {
    return new StoredPasskey(
        new PasskeyId(row.getObject("passkey_id", UUID.class)),
        UserStore.readMember(row),
        row.getBytes("credential_id"),
        row.getBytes("public_key"),
        row.getLong("sign_count"));
  }
}
