package florin.vault;

import florin.db.Db;
import florin.vault.KeyringStore.NodeKeys;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;

/**
 * The rotation of the encryption key while the service runs. Each step can be repeated after a
 * crash:
 *
 * <ol>
 *   <li>{@link #begin}: the key is added to the file, and then the database records it. No node
 *       encrypts with it yet.
 *   <li>Each node in {@link #lacking} reads the file again, or the operator copies the file to it.
 *   <li>{@link #changeOver}: the database names the key, and each node in {@link #behind} encrypts
 *       with it within seconds.
 *   <li>The caller re-encrypts the values that other keys encrypt.
 *   <li>{@link #finish}: the file names the key too.
 * </ol>
 *
 * <p>The old keys stay in the file, because they encrypt the values in backups of the database,
 * until the operator retires one: {@link #retire}.
 */
public final class KeyRotation {
  private final Db db;
  private final Path file;
  private final SecureRandom random;

  public KeyRotation(Db db, Path file, SecureRandom random) {
    this.db = db;
    this.file = file;
    this.random = random;
  }

  /**
   * Returns the file's keys, with the key that every node encrypts with as the current one.
   *
   * @throws KeyringException if they are not the database's keys
   */
  public Keyring keyring() {
    Keyring keyring = Keyring.load(file);
    KeyringStore.Expectation expected = KeyringStore.expected(db);
    keyring.requireMatch(expected.check());
    Keyring known = keyring.knownBy(expected.check());
    return known.withCurrent(expected.current().orElse(known.currentVersion()));
  }

  /**
   * Begins a rotation. If a new key already exists and is not current yet, the rotation continues
   * with it.
   */
  public Keyring begin() {
    Keyring keyring = keyring();
    Keyring more =
        keyring.newestVersion() > keyring.currentVersion()
            ? keyring
            : keyring.withNewEnvelopeKey(random).withCurrent(keyring.currentVersion());
    more.save(file);
    KeyringStore.replaceCheck(db, more);
    return more;
  }

  /** Returns the running nodes that do not have all of the keys. */
  public List<NodeKeys> lacking(Keyring keyring) {
    return KeyringStore.liveNodes(db).stream()
        .filter(node -> !node.check().equals(keyring.checkValue()))
        .toList();
  }

  public void changeOver(Keyring keyring) {
    KeyringStore.setCurrent(db, keyring.newestVersion());
  }

  /** Returns the running nodes that encrypt with another key than the newest. */
  public List<NodeKeys> behind(Keyring keyring) {
    return KeyringStore.liveNodes(db).stream()
        .filter(node -> node.current() != keyring.newestVersion())
        .toList();
  }

  public void finish(Keyring keyring) {
    keyring.withCurrent(keyring.newestVersion()).save(file);
  }

  /**
   * Retires an old key. The database drops it first, so that a node ignores it if its copy of the
   * file still has it.
   *
   * @param all all kinds of encrypted data
   * @throws KeyringException as {@link #requireOld}
   */
  public Keyring retire(int version, List<SealedThings> all) {
    requireOld(version, all);
    Keyring fewer = keyring().without(version);
    KeyringStore.replaceCheck(db, fewer);
    fewer.save(file);
    return fewer;
  }

  /**
   * Checks that a key can be retired.
   *
   * @throws KeyringException if the key encrypts stored values, may still encrypt more, or does not
   *     exist
   */
  public void requireOld(int version, List<SealedThings> all) {
    Keyring keyring = keyring();
    if (!keyring.has(version)) {
      throw KeyringException.needed(version, "there is no such key");
    }
    if (version >= keyring.currentVersion()) {
      throw KeyringException.needed(version, "it is not an old one");
    }
    if (!behind(keyring).isEmpty()) {
      throw KeyringException.needed(
          version, "a rotation is not finished; run `./florin vault rotate` again");
    }
    for (SealedThings things : all) {
      long sealed = things.countByKey().getOrDefault(version, 0L);
      if (sealed > 0) {
        throw KeyringException.needed(
            version,
            "%,d %s are encrypted with it; run `./florin vault rotate` first"
                .formatted(sealed, things.name()));
      }
    }
  }
}
