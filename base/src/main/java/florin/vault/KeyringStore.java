package florin.vault;

import florin.db.Db;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The check that the database is used with the keys that it was written with. */
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

  private static final String EXPECTED =
      """
      SELECT keyring_check, vault_current
        FROM installation
      """;

  private static final String SET_CURRENT =
      """
      UPDATE installation
         SET vault_current = ?
      """;

  private static final String REPORT =
      """
      INSERT INTO vault_node AS n (node, keyring_check, vault_current, seen_at)
      VALUES (?, ?, ?, now())
      ON CONFLICT (node) DO UPDATE
         SET keyring_check = excluded.keyring_check,
             vault_current = excluded.vault_current,
             seen_at = excluded.seen_at
      """;

  private static final String FORGET =
      """
      DELETE FROM vault_node
       WHERE node = ?
      """;

  /**
   * Lists the running nodes. A node reports every second; one that has been silent for this long
   * has ended.
   */
  private static final String LIVE_NODES =
      """
      SELECT node, keyring_check, vault_current
        FROM vault_node
       WHERE seen_at > now() - interval '20 seconds'
       ORDER BY node
      """;

  private KeyringStore() {}

  /**
   * The keys that a node should have.
   *
   * @param current the key that encrypts new data; empty if the key file determines it
   */
  public record Expectation(String check, Optional<Integer> current) {}

  /** The keys that a node reports. */
  public record NodeKeys(UUID node, String check, int current) {}

  public static Expectation expected(Db db) {
    return db.findOne(
            EXPECTED,
            row ->
                new Expectation(
                    row.getString("keyring_check"),
                    Optional.ofNullable(row.getObject("vault_current", Integer.class))))
        .orElseThrow(
            () -> new IllegalStateException("no service has ever started on this database"));
  }

  static void replaceCheck(Db db, Keyring keyring) {
    db.update(REPLACE, keyring.checkValue());
  }

  static void setCurrent(Db db, int version) {
    db.update(SET_CURRENT, version);
  }

  static void report(Db db, UUID node, Keyring keyring) {
    db.update(REPORT, node, keyring.checkValue(), keyring.currentVersion());
  }

  static void forget(Db db, UUID node) {
    db.update(FORGET, node);
  }

  static List<NodeKeys> liveNodes(Db db) {
    return db.list(
        LIVE_NODES,
        row ->
            new NodeKeys(
                row.getObject("node", UUID.class),
                row.getString("keyring_check"),
                row.getInt("vault_current")));
  }

  /**
   * Returns the keys of this installation. For a new database, creates them.
   *
   * @throws KeyringException if the file is lost or has other keys than the database expects
   */
  public static Keyring open(Db db, Path file, SecureRandom random) {
    boolean isNew = findCheck(db).isEmpty();
    Keyring keyring = isNew ? Keyring.loadOrCreate(file, random) : Keyring.load(file);
    if (isNew) {
      db.update(FIRST, keyring.checkValue());
    }
    String stored = findCheck(db).orElseThrow();
    keyring.requireMatch(stored);
    Keyring known = keyring.knownBy(stored);
    if (!known.checkValue().equals(stored)) {
      db.update(REPLACE, known.checkValue());
    }
    return known;
  }

  /** Returns the check value of the keys, in a database of any version; empty if it is new. */
  public static Optional<String> findCheck(Db db) {
    return db.findOne(READ, row -> row.getString("keyring_check"));
  }
}
