package florin.vault;

import florin.db.Db;
import florin.vault.KeyringStore.NodeKeys;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;

/**
 * A new envelope key for a service that runs. The steps, each of which can be taken again after a
 * crash:
 *
 * <ol>
 *   <li>{@link #begin}: the key is in the file, and then the database knows of it. Nobody seals
 *       with it yet.
 *   <li>Every node {@link #lacking} it reads the file again, or is given it by the operator.
 *   <li>{@link #changeOver}: the database names it, and every node {@link #behind} seals with it
 *       within seconds.
 *   <li>What is sealed under other keys is wrapped anew, by whoever called this.
 *   <li>{@link #finish}: the file names it too.
 * </ol>
 *
 * The old keys stay in the file: backups of the database are sealed under them.
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
   * The file's keys, and the one that every node seals with.
   *
   * @throws KeyringException when they are not the database's
   */
  public Keyring keyring() {
    Keyring keyring = Keyring.load(file);
    KeyringStore.Expected expected = KeyringStore.expected(db);
    keyring.requireMatch(expected.check());
    return keyring.withCurrent(expected.current().orElse(keyring.currentVersion()));
  }

  /** A key that was begun with and is not current yet is gone on with. */
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

  /** Nodes that run and do not have all of the keys. */
  public List<NodeKeys> lacking(Keyring keyring) {
    return KeyringStore.liveNodes(db).stream()
        .filter(node -> !node.check().equals(keyring.checkValue()))
        .toList();
  }

  public void changeOver(Keyring keyring) {
    KeyringStore.setCurrent(db, keyring.newestVersion());
  }

  /** Nodes that run and seal with another key than the newest. */
  public List<NodeKeys> behind(Keyring keyring) {
    return KeyringStore.liveNodes(db).stream()
        .filter(node -> node.current() != keyring.newestVersion())
        .toList();
  }

  public void finish(Keyring keyring) {
    keyring.withCurrent(keyring.newestVersion()).save(file);
  }
}
