package florin.vault;

import florin.db.Db;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;

/** Sees to it that the database is used with the keys that it was written with. */
public final class KeyringStore {
  private static final String READ =
      """
      SELECT keyring_check
        FROM installation
      """;

  private static final String FIRST =
      """
      INSERT INTO installation (keyring_check)
      VALUES (?)
      ON CONFLICT DO NOTHING
      """;

  private static final String REPLACE =
      """
      UPDATE installation
         SET keyring_check = ?
      """;

  private KeyringStore() {}

  /**
   * The keys of this installation, made new for a new database.
   *
   * @throws KeyringException when the file is lost or holds other keys than the database knows
   */
  public static Keyring open(Db db, Path file, SecureRandom random) {
    boolean isNew = checks(db).isEmpty();
    Keyring keyring = isNew ? Keyring.loadOrCreate(file, random) : Keyring.load(file);
    if (isNew) {
      db.update(FIRST, keyring.checkValue());
    }
    String stored = checks(db).getFirst();
    keyring.requireMatch(stored);
    if (!keyring.checkValue().equals(stored)) {
      db.update(REPLACE, keyring.checkValue());
    }
    return keyring;
  }

  private static List<String> checks(Db db) {
    return db.list(READ, row -> row.getString("keyring_check"));
  }
}
